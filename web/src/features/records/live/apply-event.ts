import { applyChange, type LiveEvent } from '@bedplate/client/livesync';
import { type DataRecord, orderColumns, systemFields, totalPages } from '@bedplate/contract';
import type { RecordPage } from '../queries/record-queries.ts';
import { isPlain, type View } from '../queries/view.ts';

export interface Applied {
  page: RecordPage;
  /** The page cannot be right without asking the server again. */
  stale: boolean;
}

/** A record carries them without the storage naming them as columns. */
const hiddenFields: readonly string[] = systemFields;

/** Applies a live change to the page at once, if the page's data are enough for it. */
export function applyEvent(page: RecordPage, event: LiveEvent, view: View): Applied {
  if (event.type === 'gap') return { page, stale: true };
  const shown = page.data.find((row) => row.id === event.id);
  if (event.type === 'delete') return shown && !view.deleted ? removed(page, shown) : { page, stale: true };
  const record = asRow(event.record as DataRecord, shown); // decoded by the contract's codec
  if (shown?.updatedAt === record.updatedAt) return { page, stale: false };
  if (shown) return { page: replaced(page, record), stale: !isPlain(view) || !knows(page, record) };
  if (event.type === 'create' && isPlain(view) && view.page === 1) return added(page, record);
  return { page, stale: event.type === 'create' || !isPlain(view) };
}

function removed(page: RecordPage, row: DataRecord): Applied {
  const data = page.data.filter((other) => other !== row);
  // A row of the next page moves up into the hole.
  return { page: counted({ ...page, data }, -1), stale: page.pagination.page < page.pagination.totalPages };
}

function replaced(page: RecordPage, record: DataRecord): RecordPage {
  return withColumns({ ...page, data: page.data.map((row) => (row.id === record.id ? record : row)) }, record);
}

function added(page: RecordPage, record: DataRecord): Applied {
  const all = applyChange(page.data, { type: 'create', id: record.id, record });
  const data = all.slice(0, page.pagination.limit);
  const isShown = data.some((row) => row.id === record.id);
  // Older than this page: it may have been counted already, when it was read together with a newer
  // one.
  if (!isShown) return { page, stale: true };
  return { page: counted(withColumns({ ...page, data }, record), 1), stale: !knows(page, record) };
}

function counted(page: RecordPage, change: number): RecordPage {
  const totalCount = Math.max(0, page.pagination.totalCount + change);
  return { ...page, pagination: { ...page.pagination, totalCount, totalPages: totalPages(totalCount, page.pagination.limit) } };
}

function withColumns(page: RecordPage, record: DataRecord): RecordPage {
  return knows(page, record)
    ? page
    : {
        ...page,
        columns: orderColumns([...new Set([...page.columns, ...Object.keys(record).filter((name) => !hiddenFields.includes(name))])]),
      };
}

function knows(page: RecordPage, record: DataRecord): boolean {
  return Object.keys(record).every((name) => page.columns.includes(name) || hiddenFields.includes(name));
}

/** Live records come without the addresses of their files. */
function asRow(record: DataRecord, shown: DataRecord | undefined): DataRecord {
  return shown?.file_metadata && record.file_metadata ? { ...record, file_metadata: shown.file_metadata } : record;
}
