import type { Document } from '../model/document.ts';
import { comparePaths } from '../model/path-order.ts';
import { compareKeys, type IndexKey, type IndexSpec, keysOf, specId } from './index-spec.ts';
import type { Row } from './row.ts';
import { type Compare, type Entry, SortedIndex } from './sorted-index.ts';
import { sortedByKey } from './sorted-by-key.ts';
import { identicalValues } from '../model/identical-values.ts';

const maxIndexes = 200;

export interface RowIndex {
  readonly spec: IndexSpec;
  readonly sorted: SortedIndex<IndexKey>;
}

/** A collection, a collection group or all documents, with the indexes that queries have needed so far. */
export class IndexedRows {
  readonly #indexes = new Map<string, RowIndex>();

  /**
   * @param rows all rows now, and how many
   * @param prefixLength length of the path that all rows share
   */
  constructor(
    readonly rows: () => Iterable<Row>,
    readonly count: () => number,
    readonly prefixLength: number,
  ) {}

  /** Builds the index at first need; undefined when there are too many already. */
  index(spec: IndexSpec): RowIndex | undefined {
    const id = specId(spec);
    const known = this.#indexes.get(id);
    if (known || (this.#indexes.size >= maxIndexes && spec.length > 0)) return known;
    const built = { spec, sorted: this.#build(spec) };
    this.#indexes.set(id, built);
    return built;
  }

  compareNames(a: Row, b: Row): number {
    return comparePaths(a.path, b.path, this.prefixLength);
  }

  /** Keeps the indexes true when a document appears, changes or goes. */
  changed(row: Row, before: Document | undefined, after: Document | undefined): void {
    for (const { spec, sorted } of this.#indexes.values()) {
      if (spec.length === 0 && before && after) continue;
      const old = before ? keysOf(spec, before) : [];
      const now = after ? keysOf(spec, after) : [];
      if (before && after && old.length === now.length && old.every((key, i) => identicalValues(key, now[i]))) continue;
      for (const key of old) sorted.remove(key, row);
      for (const key of now) sorted.insert(key, row);
    }
  }

  /** Reading rows by name first leaves only their keys to be sorted. */
  #build(spec: IndexSpec): SortedIndex<IndexKey> {
    const compare: Compare<IndexKey> = (key, row, otherKey, otherRow) =>
      compareKeys(spec, key, otherKey) || this.compareNames(row, otherRow);
    if (spec.length === 0) {
      const rows = [...this.rows()].sort((a, b) => this.compareNames(a, b));
      return new SortedIndex(
        compare,
        rows.map((row): Entry<IndexKey> => ({ key: null, row })),
      );
    }
    const entries: Entry<IndexKey>[] = [];
    for (const row of this.index([])?.sorted ?? []) for (const key of keysOf(spec, row.document)) entries.push({ key, row });
    return new SortedIndex(
      compare,
      sortedByKey(entries, (a, b) => compareKeys(spec, a, b)),
    );
  }
}
