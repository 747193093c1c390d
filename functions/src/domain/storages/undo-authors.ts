import type { UndoAuthors } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';

/**
 * Members and keys whose changes in a project can be taken back, by name. Whoever is bound to the project sees only those of it.
 * One read for each person and key of the account. @throws {ApiError} not-found
 */
export async function undoAuthors(services: Services, caller: Caller, projectId: string): Promise<UndoAuthors> {
  const { tenantId } = (await findProject(services, caller, projectId)).data;
  const ofAccount = { where: [['tenantId', '==', tenantId]] } as const;
  const [people, keys] = await Promise.all([services.store.users.query(ofAccount), services.store.apiKeys.query(ofAccount)]);
  const members = people.rows.filter(({ data }) => caller.projectId === null || data.projectId === null || data.projectId === projectId);
  const opening = keys.rows.flatMap(({ id, data }) => {
    if (data.kind === 'account') return [{ id, name: '' }];
    return data.projectId === projectId ? [{ id, name: data.name }] : [];
  });
  return { members: members.map(({ id, data }) => ({ id, name: data.name })).sort(byName), keys: opening.sort(byName) };
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
