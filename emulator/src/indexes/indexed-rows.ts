import type { Document } from '../model/document.ts';
import { comparePaths } from '../model/path-order.ts';
import { compareKeys, type IndexKey, type IndexSpec, keysOf, specId } from './index-spec.ts';
import type { Row } from './row.ts';
import { SortedIndex } from './sorted-index.ts';
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
    if (known || this.#indexes.size >= maxIndexes) return known;
    const entries: { key: IndexKey; row: Row }[] = [];
    for (const row of this.rows()) for (const key of keysOf(spec, row.document)) entries.push({ key, row });
    const built = {
      spec,
      sorted: new SortedIndex<IndexKey>(
        (key, row, otherKey, otherRow) => compareKeys(spec, key, otherKey) || this.compareNames(row, otherRow),
        entries,
      ),
    };
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

  forgetIndexes(): void {
    this.#indexes.clear();
  }
}
