import type { Json } from '@bedplate/contract/values/json';
import type { AnyFields, Stored } from '../records/records.ts';

/** A change of a record. The changes of one record arrive in their order. */
export type LiveEvent<T = AnyFields> =
  | { type: 'create' | 'update'; id: string; record: Stored<T> }
  /** `record` is the last state of a soft-deleted record. It is absent after a hard delete. */
  | { type: 'delete'; id: string; record?: Stored<T> }
  /** Changes were missed that cannot be fetched one by one: the list has to be read again. */
  | { type: 'gap' };

/**
 * `live`: changes arrive as they happen. `offline`: there is no connection; the changes follow
 * later.
 */
export type LiveState = 'catching-up' | 'live' | 'offline';

/** The fields that `applyChange` needs. */
export interface Listed {
  id: string;
  createdAt: string;
}

/**
 * Applies an event to a list: replaces a known record, adds a new one and sorts by createdAt,
 * newest first, or removes a deleted one.
 * @example setOrders((orders) => applyChange(orders, event));
 * @returns a new list, or the same one when nothing changed
 */
export function applyChange<R extends Listed>(list: R[], event: ChangeOf<R>): R[];
export function applyChange<R extends Listed>(list: readonly R[], event: ChangeOf<R>): readonly R[];
export function applyChange<R extends Listed>(list: readonly R[], event: ChangeOf<R>): readonly R[] {
  if (event.type === 'gap') return list;
  const isKnown = list.some(({ id }) => id === event.id);
  if (event.type === 'delete') return isKnown ? list.filter(({ id }) => id !== event.id) : list;
  return isKnown ? list.map((item) => (item.id === event.id ? event.record : item)) : [...list, event.record].sort(newestFirst);
}

export type ChangeOf<R> = { type: 'create' | 'update'; id: string; record: R } | { type: 'delete'; id: string } | { type: 'gap' };

/** Ids order records of the same time: the newest has the smallest id. */
function newestFirst(a: Listed, b: Listed): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** A record's document as it was read, with its times as microseconds since the epoch. */
export interface RecordState {
  id: string;
  updatedAt: number;
  createdAt: number;
  /**
   * Equal to `updatedAt` when the last change was a restore, or brought the record to its present
   * owner or into sight.
   */
  restoredAt?: number;
  record: Stored<Record<string, Json>>;
}

export interface Deletion {
  id: string;
  deletedAt: number;
  /** It is out of this listener's sight, unless another listener has it with the same change. */
  isDeparture?: true;
  record?: Stored<Record<string, Json>>;
}
