import type { Json } from '@bedplate/contract/record';
import type { AnyFields, Stored } from '../records/records.ts';

/** A change of a record; the changes of one record come in their order. */
export type LiveEvent<T = AnyFields> =
  | { type: 'create' | 'update'; id: string; record: Stored<T> }
  /** `record` is the last state of a soft-deleted record; absent after a hard delete. */
  | { type: 'delete'; id: string; record?: Stored<T> }
  /** Changes were missed that cannot be fetched one by one: read the list again. */
  | { type: 'gap' };

/** `live`: every change arrives as it happens. `offline`: no connection; changes will be caught up. */
export type LiveState = 'catching-up' | 'live' | 'offline';

/** The least that the list rule needs. */
export interface Listed {
  id: string;
  createdAt: string;
}

/**
 * The list after an event: a known id is replaced, a new one added and the list sorted by createdAt, newest first; a delete removes.
 * @example setOrders((orders) => applyChange(orders, event));
 * @returns a new list, or the same one when nothing changed
 */
export function applyChange<R extends Listed>(list: R[], event: ChangeOf<R>): R[];
export function applyChange<R extends Listed>(list: readonly R[], event: ChangeOf<R>): readonly R[];
export function applyChange<R extends Listed>(list: readonly R[], event: ChangeOf<R>): readonly R[] {
  if (event.type === 'gap') return list;
  const at = list.findIndex((item) => item.id === event.id);
  if (event.type === 'delete') return at < 0 ? list : list.toSpliced(at, 1);
  return at < 0 ? [...list, event.record].sort(newestFirst) : list.with(at, event.record);
}

export type ChangeOf<R> = { type: 'create' | 'update'; id: string; record: R } | { type: 'delete'; id: string } | { type: 'gap' };

/** Ids are time-ordered with the newest smallest, which settles equal times. */
function newestFirst(a: Listed, b: Listed): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** A record's document as it was read, with its times as microseconds since the epoch. */
export interface RecordState {
  id: string;
  updatedAt: number;
  createdAt: number;
  /** Equal to `updatedAt` when the last change was a restore, or brought the record to its present owner. */
  restoredAt?: number;
  record: Stored<Record<string, Json>>;
}

export interface Deletion {
  id: string;
  deletedAt: number;
  record?: Stored<Record<string, Json>>;
}
