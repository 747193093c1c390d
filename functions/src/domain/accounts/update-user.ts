import { type UserChange, type UserDocument, type UserRow, isProjectBound, messages } from '@bedplate/contract';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { isDocumentId } from '../../store/model/document-id.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { heardByAllInstances } from '../../store/heard-by-all-instances.ts';
import { fromWhere } from '../activity/account-activity.ts';
import { alignAuthUser } from './auth-users.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { projectNames, userRow } from './list-users.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';

type User = UserDocument<Timestamp>;
type Rights = Pick<User, 'role' | 'projectId' | 'is_active'>;

/**
 * Changes role, project or activity of a person of the caller's account. The person's sessions end in the same commit, so that
 * no token outlives the rights it was made for; rules and API read the sessions, and a login reads the rights in its own commit.
 * @throws {ApiError} not-found (person or project), invalid-argument (project missing), conflict (last active admin)
 */
export async function updateUser(services: Services, caller: Caller, uid: string, change: UserChange, origin: Origin): Promise<UserRow> {
  const { tenantId } = accountOf(caller);
  const { after, rights } = await services.db.runTransaction((tx) => store(services, tx, { caller, tenantId, uid, change, origin }));
  // Also when nothing changes: the same call again finishes what broke off after the commit.
  await alignAuthUser(services, uid);
  if (rights) await heardByAllInstances();
  return userRow(uid, after, await projectNames(services, tenantId));
}

interface Change {
  caller: Caller;
  tenantId: string;
  uid: string;
  change: UserChange;
  origin: Origin;
}

/** @returns the person as stored, and whether role, project or activity are others than before */
async function store(services: Services, tx: Transaction, { caller, tenantId, uid, change, origin }: Change) {
  const { users, tenants, apiKeys, sessions } = collections(services.db);
  const before = (await tx.get(users.doc(uid))).data();
  if (!before || before.tenantId !== tenantId) throw notFound('User');
  const next = await rightsAfter(services, tx, before, change);
  const rights = before.role !== next.role || before.projectId !== next.projectId || before.is_active !== next.is_active;
  if (!rights) return { after: before, rights };
  if (isActiveAdmin(before) && !isActiveAdmin(next)) await refuseLastAdmin(services, tx, tenantId, uid);
  const tenant = (await tx.get(tenants.doc(tenantId))).data();
  const open = await tx.get(sessions.where('uid', '==', uid).where('revokedAt', '==', null));

  const now = Timestamp.fromMillis(services.clock());
  const after = { ...before, ...next, updatedAt: now };
  tx.update(users.doc(uid), { ...next, updatedAt: now });
  for (const session of open.docs) tx.update(session.ref, { revokedAt: now });
  if (tenant?.ownerUid === uid && before.is_active !== next.is_active) {
    tx.update(tenants.doc(tenantId), { ownerActive: next.is_active, updatedAt: now });
    tx.update(apiKeys.doc(tenant.apiKeyId), { active: next.is_active });
  }
  activityWrite(services, tx, {
    ...actorOf(caller),
    projectId: after.projectId,
    module: 'Users',
    activity: 'Update User',
    description: `${caller.name} changed ${before.name}: ${whatChanged(before, next)}${fromWhere(origin)}.`,
  });
  return { after, rights };
}

async function rightsAfter(services: Services, tx: Transaction, before: User, change: UserChange): Promise<Rights> {
  const role = change.role ?? before.role;
  const is_active = change.is_active ?? before.is_active;
  if (!isProjectBound(role)) return { role, is_active, projectId: null };
  const projectId = change.projectId ?? before.projectId;
  if (!projectId) {
    const message = 'Choose the project of this user.';
    throw new ApiError('invalid-argument', message, { details: [{ field: 'projectId', message }] });
  }
  // A project that the person already had may have been archived since; only a new one must be there.
  if (projectId === before.projectId) return { role, is_active, projectId };
  const known = isDocumentId(projectId) && (await tx.get(collections(services.db).projects.doc(projectId))).data();
  if (!known || known.tenantId !== before.tenantId || known.archivedAt !== null) throw notFound('Project');
  return { role, is_active, projectId };
}

function isActiveAdmin({ role, is_active }: Pick<Rights, 'role' | 'is_active'>): boolean {
  return role === 'admin' && is_active;
}

/** Read in the commit: two admins who demote each other at once cannot both succeed. */
async function refuseLastAdmin(services: Services, tx: Transaction, tenantId: string, uid: string): Promise<void> {
  const admins = collections(services.db)
    .users.where('tenantId', '==', tenantId)
    .where('role', '==', 'admin')
    .where('is_active', '==', true);
  const others = (await tx.get(admins)).docs.filter(({ id }) => id !== uid);
  if (others.length === 0) throw new ApiError('conflict', messages.lastAdmin);
}

function whatChanged(before: Rights, next: Rights): string {
  return [
    before.role === next.role ? '' : `role ${before.role} to ${next.role}`,
    before.projectId === next.projectId ? '' : `project ${before.projectId ?? 'none'} to ${next.projectId ?? 'none'}`,
    before.is_active === next.is_active ? '' : next.is_active ? 'activated' : 'deactivated',
  ]
    .filter(Boolean)
    .join(', ');
}
