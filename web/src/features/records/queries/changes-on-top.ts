import type { DataRecord } from '@bedplate/contract';
import type { QueryClient } from '@tanstack/react-query';

interface ShownStorage {
  storageId: string;
}

interface Page {
  data: DataRecord[];
}

interface Change {
  id: string;
  field: string;
  value: unknown;
}

interface OnTop extends Change {
  /** Of the record that holds the change; null while the change is on its way. */
  updatedAt: string | null;
}

/** Beside the pages that a client keeps: of each storage, in their order. */
const onTop = new WeakMap<QueryClient, Map<string, readonly OnTop[]>>();
/** Answers on their way are few, and so are the changes that they may lack. */
const kept = 20;

/**
 * Keeps a change visible while it is being stored, and after that in answers that were read before
 * it was: a page that Back leads to may have been asked for too early.
 */
export function keepOnTop(client: QueryClient, { storageId }: ShownStorage, { id, field, value }: Change) {
  const change: OnTop = { id, field, value, updatedAt: null };
  const all = onTop.get(client) ?? new Map<string, readonly OnTop[]>();
  onTop.set(client, all);
  const others = () => (all.get(storageId) ?? []).filter((other) => other !== change);
  all.set(storageId, [...others(), change]);
  return {
    /** @param record as the server has stored it */
    stored(record: DataRecord) {
      const stored = { ...change, value: Object.hasOwn(record, field) ? record[field] : null, updatedAt: record.updatedAt };
      all.set(storageId, [...others(), stored].slice(-kept));
    },
    /** It was refused. */
    drop: () => void all.set(storageId, others()),
  };
}

/** @returns the page with what it does not know yet */
export function withChanges<P extends Page>(client: QueryClient, { storageId }: ShownStorage, page: P): P {
  const changes = onTop.get(client)?.get(storageId) ?? [];
  const data = page.data.map((row) => changes.reduce((shown, change) => (change.id === row.id ? withChange(shown, change) : shown), row));
  return { ...page, data };
}

/** @returns the page with the record as it was stored, if the page has an older one */
export function withStored<P extends Page>(page: P, record: DataRecord): P {
  const data = page.data.map((row) => (row.id === record.id && row.updatedAt < record.updatedAt ? merged(row, record) : row));
  return { ...page, data };
}

function withChange(row: DataRecord, { field, value, updatedAt }: OnTop): DataRecord {
  if (updatedAt !== null && updatedAt <= row.updatedAt) return row;
  return { ...row, [field]: value, ...(updatedAt !== null && { updatedAt }) } as DataRecord; // as the cell was typed
}

/** The page has addresses of the record's files, which a change answers without. */
function merged(row: DataRecord, record: DataRecord): DataRecord {
  return row.file_metadata ? { ...row, ...record, file_metadata: row.file_metadata } : { ...row, ...record };
}
