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

interface OnTop extends Change {
  /** Of the record that holds the change; null while the change is on its way. */
  updatedAt: string | null;
}

/** Beside the pages that a client keeps: of all storages, in their order. */
const onTop = new WeakMap<QueryClient, (OnTop & ShownStorage)[]>();
/** Answers on their way are few, and so are the changes that they may lack. */
const kept = 20;

/**
 * Keeps a change visible while it is being stored, and after that in answers that were read before
 * it was: a page that Back leads to may have been asked for too early.
 */
export function keepOnTop(client: QueryClient, { storageId }: ShownStorage, { id, field, value }: Change) {
  const change = { storageId, id, field, value, updatedAt: null as string | null };
  const all = onTop.get(client) ?? [];
  onTop.set(client, all);
  if (all.push(change) > kept) all.shift();
  return {
    /** @param record as the server has stored it */
    stored: (record: DataRecord) => void Object.assign(change, { value: ownValue(record, field) ?? null, updatedAt: record.updatedAt }),
    /** It was refused: it is older than every answer. */
    drop: () => void (change.updatedAt = ''),
  };
}

/** @returns the page with what it does not know yet */
export function withChanges<P extends Page>(client: QueryClient, { storageId }: ShownStorage, page: P): P {
  const all = onTop.get(client)?.filter((change) => change.storageId === storageId) ?? [];
  const shown = (row: DataRecord, { id, field, value, updatedAt }: OnTop) =>
    id !== row.id || (updatedAt !== null && updatedAt <= row.updatedAt)
      ? row
      : ({ ...row, [field]: value, updatedAt: updatedAt ?? row.updatedAt } as DataRecord); // as the cell was typed
  return { ...page, data: page.data.map((row) => all.reduce(shown, row)) };
}
