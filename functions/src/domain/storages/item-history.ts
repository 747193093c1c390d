import type { HistoryEntry } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { type HistoryPage, readHistory } from '../records/history/read-history.ts';

interface ItemPath {
  projectId: string;
  storageId: string;
  itemId: string;
}

/** An entry with the name of the member or key, where there still is one. */
export type NamedEntry = HistoryEntry & { authorName: string | null };

/** The history of a record for the console. One read more for each author of the page. @throws {ApiError} not-found */
export async function itemHistory(
  services: Services,
  {
    caller,
    path: { projectId, storageId, itemId },
    page,
  }: { caller: Caller; path: ItemPath; page: { limit: number; before?: number | undefined } },
): Promise<{ days: number; entries: NamedEntry[]; next: HistoryPage['next'] }> {
  const storage = await findStorage(services, { caller, projectId, storageId });
  const { entries, next } = await readHistory(services.records, storage, { id: itemId, limit: page.limit, before: page.before });
  const names = await namesOf(services, storage.data.tenantId, entries);
  return {
    days: storage.data.history ?? 0,
    entries: entries.map((entry) => ({ ...entry, authorName: names.get(`${entry.author.kind}/${entry.author.id}`) ?? null })),
    next,
  };
}

async function namesOf(services: Services, tenantId: string, entries: readonly HistoryEntry[]): Promise<Map<string, string>> {
  const idsOf = (wanted: HistoryEntry['author']['kind']) => [
    ...new Set(entries.flatMap(({ author: { kind, id } }) => (kind === wanted ? [id] : []))),
  ];
  const [members, keys] = [idsOf('member'), idsOf('key')];
  const [users, apiKeys] = await Promise.all([services.store.users.getAll(members), services.store.apiKeys.getAll(keys)]);
  const names = new Map<string, string>();
  for (const [i, row] of users.entries()) if (row?.data.tenantId === tenantId) names.set(`member/${members[i]}`, row.data.name);
  for (const [i, row] of apiKeys.entries())
    if (row?.data.tenantId === tenantId && row.data.kind === 'scoped') names.set(`key/${keys[i]}`, row.data.name);
  return names;
}
