import type { IndexKey, IndexSpec } from './index-spec.ts';
import type { Row } from './row.ts';
import type { SortedIndex } from './sorted-index.ts';

/** What a query reads. */
export interface RowIndex {
  readonly spec: IndexSpec;
  readonly sorted: SortedIndex<IndexKey>;
}

interface Change {
  readonly row: Row;
  readonly gone: readonly IndexKey[];
  readonly come: readonly IndexKey[];
}

/** Bounds the memory of thousands of indexes, and what a query may find left to do. */
const mostBehind = 64;

/**
 * An index that may stay a few changes behind until a query reads it. A record of text stands in dozens of indexes: to find
 * its place in each at every write costs more than the write, mostly for memory that is not in the processor's cache.
 */
export class KeptIndex implements RowIndex {
  readonly #behind: Change[] = [];

  constructor(
    readonly spec: IndexSpec,
    readonly sorted: SortedIndex<IndexKey>,
  ) {}

  change(row: Row, gone: readonly IndexKey[], come: readonly IndexKey[]): void {
    if (this.#behind.push({ row, gone, come }) === mostBehind) this.catchUp();
  }

  /** @returns itself, with every change so far */
  catchUp(): this {
    for (const { row, gone, come } of this.#behind) {
      for (const key of gone) this.sorted.remove(key, row);
      for (const key of come) this.sorted.insert(key, row);
    }
    this.#behind.length = 0;
    return this;
  }
}
