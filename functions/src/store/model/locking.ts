import type { DocumentPath } from './collection.ts';
import type { QuerySpec } from './query-spec.ts';
import type { Row, Rows } from './row.ts';
import type { Write } from './writes.ts';

/** The reads of one attempt, which lock what they find. */
export interface LockingReads {
  getAll<T>(paths: readonly DocumentPath<T>[], select?: readonly string[]): Promise<(Row<T> | null)[]>;
  query<T>(spec: QuerySpec<T>): Promise<Rows<T>>;
  count(spec: QuerySpec): Promise<number>;
}

/** Result and writes of one attempt. */
export interface Worked<R> {
  readonly result: R;
  readonly writes: readonly Write[];
}

/** Runs the work until its writes are committed. @returns those of the attempt that was */
export type RunTransaction = <R>(work: (reads: LockingReads) => Promise<Worked<R>>) => Promise<Worked<R>>;
