import type { Fields, Json, Stored } from './records.ts';

/**
 * Changes the stored value inside the server's transaction, so that no other change is lost. A decimal or an integer is also
 * incremented by a text such as `'0.10'`, which keeps all its digits.
 */
export type Operator = { $increment: number | string } | { $append: Json } | { $remove: Json } | { $unset: true };

/** Fields to merge into a record: a value, null to clear the field, or an operator. */
export type Change<T> = { [F in keyof Fields<T>]?: Fields<T>[F] | Operator | null };

/** `Change` of a record whose fields are declared: one that is never null, such as a required one, is not cleared. */
export type DeclaredChange<T> = {
  [F in keyof Fields<T>]?: Fields<T>[F] | (null extends Fields<T>[F] ? Operator : Exclude<Operator, { $unset: true }>);
};

/** Conditions on the record; the write is refused with `conflict` when one is not met. */
export interface Preconditions {
  /** The record's `updatedAt` as it was read. */
  ifUpdatedAt?: string;
}

/** One write of a batch; storages of one project, by their ids or keys. */
export type BatchWrite = BatchPlace &
  (
    | { op: 'create'; data: Record<string, unknown> }
    | ({ op: 'update' | 'upsert'; id: string; data: Record<string, unknown>; ifExists?: boolean } & Preconditions)
    | ({ op: 'delete'; id: string; permanent?: boolean; ifExists?: boolean } & Preconditions)
    | { op: 'restore'; id: string }
  );

/** The id or the key of a storage. If both are given, they must be of the same storage. */
type BatchPlace = { storageId: string; storageKey?: string } | { storageKey: string; storageId?: string };

/** The result of one write. `data` is absent after a delete. */
export interface BatchResult {
  op: BatchWrite['op'];
  status: 'created' | 'updated' | 'deleted' | 'restored';
  storageId: string;
  id: string;
  data?: Stored<Record<string, unknown>>;
}
