import type { RecordAuthor } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { type HistoryPage, readHistory } from '../records/history/read-history.ts';
import { authorNames } from './author-names.ts';

interface ItemPath {
  projectId: string;
  storageId: string;
  itemId: string;
}

interface ItemHistory extends HistoryPage {
  /** Days that the storage keeps a history. */
  days: number;
  createdBy: RecordAuthor | null;
}

/** The history of a record for the console, with names. One read more for each author of the page. @throws {ApiError} not-found */
export async function itemHistory(
  services: Services,
  {
    caller,
    path: { projectId, storageId, itemId },
    page,
  }: { caller: Caller; path: ItemPath; page: { limit: number; before?: number | undefined } },
): Promise<ItemHistory> {
  const storage = await findStorage(services, { caller, projectId, storageId });
  const { entries, next, createdBy } = await readHistory(services.records, storage, { id: itemId, limit: page.limit, before: page.before });
  const named = await authorNames(services, storage.data, { authors: [createdBy, ...entries.map(({ author }) => author)] });
  return {
    days: storage.data.history ?? 0,
    createdBy: createdBy && named(createdBy),
    entries: entries.map((entry) => ({ ...entry, author: named(entry.author) })),
    next,
  };
}
