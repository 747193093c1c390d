import type { UndoAuthors } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { hookKey, hookName } from '../webhooks/hook-names.ts';

/**
 * Members, keys and inbound webhooks whose changes in a project can be taken back, by name. Whoever is bound to the project sees only those of it.
 * One read for each person and key of the account, and for each endpoint of the project. @throws {ApiError} not-found
 */
export async function undoAuthors(services: Services, caller: Caller, projectId: string): Promise<UndoAuthors> {
  const { tenantId } = (await findProject(services, caller, projectId)).data;
  const ofAccount = { where: [['tenantId', '==', tenantId]] } as const;
  const [people, keys, endpoints] = await Promise.all([
    services.store.users.query(ofAccount),
    services.store.apiKeys.query(ofAccount),
    services.store.endpoints.query({ where: [['projectId', '==', projectId]] }),
  ]);
  const members = people.rows.filter(({ data }) => caller.projectId === null || data.projectId === null || data.projectId === projectId);
  const opening = keys.rows.flatMap(({ id, data }) => {
    if (data.kind === 'account') return [{ id, name: '' }];
    return data.projectId === projectId ? [{ id, name: data.name }] : [];
  });
  const hooks = endpoints.rows.filter(({ data }) => data.tenantId === tenantId && data.tokenCipher !== null);
  const all = [...opening, ...hooks.map(({ id, data }) => ({ id: hookKey(id), name: hookName(data) }))];
  return { members: members.map(({ id, data }) => ({ id, name: data.name })).sort(byName), keys: all.sort(byName) };
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
