import type { Activity, ActivityModule, UserDocument } from '@bedplate/contract';
import type { Timestamp, Transaction, WriteBatch } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { activityWrite } from './activity-log.ts';
import type { Origin } from '../callers/caller.ts';

interface AccountEvent {
  uid: string;
  user: Pick<UserDocument<Timestamp>, 'name' | 'tenantId' | 'projectId'>;
  activity: Activity;
  /** Follows the person's name: 'logged in'. */
  description: string;
  origin?: Origin;
  module?: ActivityModule;
  /** The account's owner where it is known already; else it is read. */
  adminId?: string;
}

/** Adds a row about a person's own account to a commit: who, what, from where. Platform staff have no account and no log. */
export async function accountActivity(
  services: Services,
  commit: Pick<WriteBatch, 'create'> | Pick<Transaction, 'create'>,
  { uid, user, activity, description, origin, module = 'Authentication', adminId }: AccountEvent,
): Promise<void> {
  const { tenantId, projectId, name } = user;
  if (!tenantId) return;
  const owner = adminId ?? (await collections(services.db).tenants.doc(tenantId).get()).data()?.ownerUid ?? uid;
  activityWrite(services, commit, {
    tenantId,
    projectId,
    userId: uid,
    adminId: owner,
    module,
    activity,
    description: `${name} ${description}${origin ? fromWhere(origin) : ''}.`,
  });
}

/** Writes such a row after a change that has its own commit. */
export async function logAccountActivity(services: Services, event: AccountEvent): Promise<void> {
  const batch = services.db.batch();
  await accountActivity(services, batch, event);
  await batch.commit();
}

export function fromWhere({ ip, userAgent }: Origin): string {
  return ` from ${ip}${userAgent ? ` with ${userAgent.slice(0, 120)}` : ''}`;
}
