import type { Activity, ActivityKind, ActivityModule, UserDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import { activityWrite, whereFrom } from './activity-log.ts';
import type { Origin } from '../callers/caller.ts';

interface AccountEvent {
  uid: string;
  user: Pick<UserDocument<Timestamp>, 'name' | 'tenantId' | 'projectId'>;
  activity: Activity;
  kind: ActivityKind;
  origin?: Origin;
  module?: ActivityModule;
  /** The account's owner where it is known already; else it is read. */
  adminId?: string;
}

/**
 * A row about a person's own account: who, what, from where.
 * @returns the row for the caller's commit; none for platform staff, who have no account and no log
 */
export async function accountActivity(
  services: Services,
  { uid, user, activity, kind, origin, module = 'Authentication', adminId }: AccountEvent,
): Promise<Write[]> {
  const { tenantId, projectId, name } = user;
  if (!tenantId) return [];
  const owner = adminId ?? (await services.store.tenants.get(tenantId))?.data.ownerUid ?? uid;
  const row = activityWrite(services, {
    tenantId,
    projectId,
    userId: uid,
    adminId: owner,
    module,
    activity,
    kind,
    values: { who: name, ...(origin && whereFrom(origin)) },
  });
  return [row];
}

/** Writes such a row after a change that has its own commit. */
export async function logAccountActivity(services: Services, event: AccountEvent): Promise<void> {
  const rows = await accountActivity(services, event);
  if (rows.length > 0) await services.store.commit(rows);
}
