import type { IndexKey, IndexSpec } from './index-spec.ts';
import type { Row } from './row.ts';
import type { SortedIndex } from './sorted-index.ts';

/** The side of an index that a query reads. */
export interface RowIndex {
  readonly spec: IndexSpec;
  readonly sorted: SortedIndex<IndexKey>;
}

interface Change {
  readonly gone: readonly IndexKey[];
  readonly come: readonly IndexKey[];
}

/**
 * Rows: they bound the memory of thousands of indexes, and what a query may find left to do. A large index may have more of
 * them: they are few beside its own entries.
 */
const leastBehind = 64;
const mostBehind = 256;
const entriesPerRowBehind = 256;

/**
 * An index that may stay a few changes behind until a query reads it. A record of text has entries in dozens of indexes: to find
 * its place in each at every write costs more than the write, mostly for memory that is not in the processor's cache. Of a row
 * that changed several times only the first and the last state count.
 */
export class KeptIndex implements RowIndex {
  readonly #behind = new Map<Row, Change>();

  constructor(
    readonly spec: IndexSpec,
    readonly sorted: SortedIndex<IndexKey>,
  ) {}

  change(row: Row, gone: readonly IndexKey[], come: readonly IndexKey[]): void {
    this.#behind.set(row, { gone: this.#behind.get(row)?.gone ?? gone, come });
    if (this.#behind.size >= Math.min(mostBehind, Math.max(leastBehind, this.sorted.size / entriesPerRowBehind))) this.catchUp();
  }

  /** @returns itself, with every change so far */
  catchUp(): this {
    for (const [row, { gone, come }] of this.#behind) {
      for (const key of gone) this.sorted.remove(key, row);
      for (const key of come) this.sorted.insert(key, row);
    }
    this.#behind.clear();
    return this;
  }
}
