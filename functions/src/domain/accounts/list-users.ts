import { containing, fold, type Pagination, type UserDocument, type UserRow } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { pageOf } from '../lists/page-of.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';

/**
 * Lists the people of the caller's account, oldest first, all at once: plans keep the list short.
 * @param search part of a name, an e-mail address, a role or an id, in any letter case
 */
export async function listUsers(
  services: Services,
  caller: Caller,
  { search = '', ...page }: { page: number; limit: number; search?: string | undefined },
): Promise<{ data: UserRow[]; pagination: Pagination }> {
  const { tenantId } = accountOf(caller);
  const [people, names] = await Promise.all([
    services.store.users.query({ where: [['tenantId', '==', tenantId]] }),
    projectNames(services, tenantId),
  ]);
  const isIn = containing(fold(search));
  const rows = people.rows
    .map(({ id, data }) => userRow(id, data, names))
    .filter((row) => [row.name, row.email, row.role, row.id].some((text) => isIn(fold(text))))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
  return pageOf(rows, page);
}

/** Active projects of an account: id → name. */
export async function projectNames(services: Services, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await services.store.projects.query({
    where: [
      ['tenantId', '==', tenantId],
      ['archivedAt', '==', null],
    ],
  });
  return new Map(rows.map(({ id, data }) => [id, data.name]));
}

export function userRow(id: string, user: UserDocument<Timestamp>, names: ReadonlyMap<string, string>): UserRow {
  const projectName = user.projectId === null ? undefined : names.get(user.projectId);
  return {
    id,
    name: user.name,
    email: user.email,
    role: user.role,
    projectId: user.projectId,
    project: user.projectId !== null && projectName !== undefined ? { id: user.projectId, name: projectName } : null,
    is_active: user.is_active,
    is_verified: user.verifiedAt !== null,
    last_login: user.last_login?.toDate().toISOString() ?? null,
    createdAt: user.createdAt.toDate().toISOString(),
    updatedAt: user.updatedAt.toDate().toISOString(),
  };
}
