import type { DataRecord } from '@bedplate/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ownValue } from '../../../lib/own-value.ts';

interface ShownStorage {
  readonly storageId: string;
}

interface Page {
  data: DataRecord[];
}

interface Change {
  readonly id: string;
  readonly field: string;
  value: unknown;
}

interface OnTop extends ShownStorage {
  readonly id: string;
  /** Of the record that holds the change; null while the change is on its way. */
  updatedAt: string | null;
  /** @returns the row with the change */
  put: (row: DataRecord) => DataRecord;
}

/** Beside the pages that a client keeps: of all storages, in their order. */
const onTop = new WeakMap<QueryClient, OnTop[]>();
/** Answers on their way are few, and so are the changes that they may lack. */
const kept = 20;

/**
 * Keeps a change visible while it is being stored, and after that in answers that were read before
 * it was: a page that Back leads to may have been asked for too early.
 */
export function keepOnTop(client: QueryClient, { storageId }: ShownStorage, { id, field, value }: Change) {
  const change = addOnTop(client, { storageId, id, updatedAt: null, put: (row) => withField(row, field, value) });
  return {
    /** @param record as the server has stored it */
    stored: (record: DataRecord) => {
      change.put = (row) => withField(row, field, ownValue(record, field) ?? null);
      change.updatedAt = record.updatedAt;
    },
    /** It was refused: it is older than every answer. */
    drop: () => void (change.updatedAt = ''),
  };
}

/** @returns the change, which is kept in answers that do not know of it yet */
export function addOnTop(client: QueryClient, change: OnTop): OnTop {
  const all = onTop.get(client) ?? [];
  onTop.set(client, all);
  if (all.push(change) > kept) all.shift();
  return change;
}

function withField(row: DataRecord, field: string, value: unknown): DataRecord {
  return { ...row, [field]: value } as DataRecord; // as the cell was typed
}

/** @returns the page with what it does not know yet */
export function withChanges<P extends Page>(client: QueryClient, { storageId }: ShownStorage, page: P): P {
  const all = onTop.get(client)?.filter((change) => change.storageId === storageId) ?? [];
  const shown = (row: DataRecord, { id, updatedAt, put }: OnTop) =>
    id !== row.id || (updatedAt !== null && updatedAt <= row.updatedAt) ? row : { ...put(row), updatedAt: updatedAt ?? row.updatedAt };
  return { ...page, data: page.data.map((row) => all.reduce(shown, row)) };
}
