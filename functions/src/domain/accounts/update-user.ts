import { type UserChange, type UserDocument, type UserRow, isProjectBound, type Values } from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { credentials, sessions, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Transaction } from '../../store/transaction.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import { deliver } from '../mail/outbox.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import { activityWrite, whereFrom } from '../activity/activity-log.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { openSessionsOf } from './sessions.ts';
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
export async function updateUser(
  services: Services,
  { caller, uid, change, origin }: { caller: Caller; uid: string; change: UserChange; origin: Origin },
): Promise<UserRow> {
  const { tenantId } = accountOf(caller);
  const { after, rights, notice } = await services.store.transaction((tx) =>
    store(services, tx, { caller, tenantId, uid, change, origin }),
  );
  await Promise.all([rights && waitForPropagation(), notice && deliver(services, notice.mailId)]);
  return userRow(uid, after, await projectNames(services, tenantId));
}

interface Change {
  caller: Caller;
  tenantId: string;
  uid: string;
  change: UserChange;
  origin: Origin;
}

/** @returns the person as stored, whether role, project or activity have changed, and the mail about a new admin */
async function store(services: Services, tx: Transaction, { caller, tenantId, uid, change, origin }: Change) {
  const before = (await tx.users.get(uid))?.data;
  if (!before || before.tenantId !== tenantId) throw notFound('User');
  const next = await rightsAfter(tx, before, change);
  const rights = before.role !== next.role || before.projectId !== next.projectId || before.is_active !== next.is_active;
  if (!rights) return { after: before, rights, notice: null };
  if (isActiveAdmin(before)) await refuseLastAdmin(tx, tenantId, uid); // with other rights they are none any more
  const open = await openSessionsOf(tx, uid);
  const hasCredential = before.is_active && !next.is_active && (await tx.credentials.get(uid)) !== null;

  const isNewAdmin = before.role !== 'admin' && next.role === 'admin';
  const notice = isNewAdmin
    ? noticeTo(services, { uid: caller.uid, user: caller }, { kind: 'adminAdded', origin, what: before.name })
    : null;
  const now = Timestamp.fromMillis(services.clock());
  const after = { ...before, ...next, updatedAt: now };
  tx.write(users.update(uid, { ...next, updatedAt: now }));
  tx.write(...(notice?.writes ?? []));
  if (hasCredential) tx.write(credentials.update(uid, { linksAfter: now }));
  tx.write(...open.rows.map(({ id }) => sessions.update(id, { revokedAt: now })));
  tx.write(
    activityWrite(services, {
      ...actorOf(caller),
      projectId: after.projectId,
      module: 'Users',
      activity: 'Update User',
      kind: 'memberChanged',
      values: { who: caller.name, name: before.name, ...changesOf(before, next), ...whereFrom(origin) },
    }),
  );
  return { after, rights, notice };
}

async function rightsAfter(tx: Transaction, before: User, change: UserChange): Promise<Rights> {
  const role = change.role ?? before.role;
  const is_active = change.is_active ?? before.is_active;
  if (!isProjectBound(role)) return { role, is_active, projectId: null };
  const projectId = change.projectId ?? before.projectId;
  if (!projectId) throw invalidField('projectId', say('projectOfUserMissing'));
  // Only a new project must exist: the person's present one may have been archived.
  if (projectId === before.projectId) return { role, is_active, projectId };
  const known = isDocumentId(projectId) && (await tx.projects.get(projectId))?.data;
  if (!known || known.tenantId !== before.tenantId || known.archivedAt !== null) throw notFound('Project');
  return { role, is_active, projectId };
}

function isActiveAdmin({ role, is_active }: Pick<Rights, 'role' | 'is_active'>): boolean {
  return role === 'admin' && is_active;
}

/** Runs in the commit: two admins who demote each other at once cannot both succeed. */
async function refuseLastAdmin(tx: Transaction, tenantId: string, uid: string): Promise<void> {
  const { rows } = await tx.users.query({
    where: [
      ['tenantId', '==', tenantId],
      ['role', '==', 'admin'],
      ['is_active', '==', true],
    ],
  });
  if (rows.every(({ id }) => id === uid)) throw new ApiError('conflict', say('lastAdmin'));
}

function changesOf(before: Rights, next: Rights): Values {
  return {
    ...(before.role !== next.role && { roleBefore: before.role, roleAfter: next.role }),
    ...(before.projectId !== next.projectId && { projectBefore: before.projectId ?? '', projectAfter: next.projectId ?? '' }),
    ...(before.is_active !== next.is_active && { active: next.is_active ? 'yes' : 'no' }),
  };
}
