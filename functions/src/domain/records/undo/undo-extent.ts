import type { RecordServices } from '../../../services/record-services.ts';
import { history } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { mostToldEach } from '../jobs/told-once.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isSelected, type Selection, textsOf } from './selection.ts';
import { hoursAtOnce, nextEntries } from './undo-kind.ts';

/** A look before an undo meets so many entries at most; each is a read. */
export const mostCounted = 5_000;
const perPage = 300;

/** Whether more records are meant than are told one by one. Reads nothing for storages without receivers, and no further than the answer needs. */
export async function isLarge(services: RecordServices, storages: readonly StorageRow[], selection: Selection): Promise<boolean> {
  if (storages.every(({ data }) => (data.receivers ?? []).length === 0)) return false;
  const records = new Set<string>();
  let seen = 0;
  for (const storage of storages) {
    let after: string | null = null;
    do {
      const { entries, next } = await nextEntries(services, storage, { selection, after });
      for (const entry of entries) if (isSelected(selection, entry)) records.add(`${storage.id}/${entry.key}`);
      seen += entries.length;
      if (records.size > mostToldEach || (seen >= mostCounted && next !== null)) return true;
      after = next;
    } while (after !== null);
  }
  return false;
}

/** Whether the storage has a selected change: one read for each thirty hours without any. Where thousands lie just beside the span, it may have. */
export async function hasSelected(services: RecordServices, storage: StorageRow, selection: Selection): Promise<boolean> {
  const texts = textsOf(selection);
  for (let end = texts.length; end > 0; end -= hoursAtOnce) {
    const some = texts.slice(Math.max(0, end - hoursAtOnce), end);
    let after: string | undefined;
    // The first is mostly one of them; only at the ends of the span others have the same hour.
    for (let limit = 1, seen = 0; seen < mostCounted; limit = perPage) {
      const { rows } = await services.store.in(history(storage.id)).query({
        where: [['by', 'array-contains-any', some]],
        orderBy: [[documentId, 'asc']],
        ...(after === undefined ? {} : { startAfter: [after] }),
        limit,
      });
      if (rows.some(({ data }) => isSelected(selection, data))) return true;
      seen += rows.length;
      if (rows.length < limit) break;
      if (seen >= mostCounted) return true;
      after = rows.at(-1)?.id;
    }
  }
  return false;
}
