import { Carriers } from './carriers.ts';
import type { Document } from '../model/document.ts';
import { comparePaths, hasPlainOrder } from '../model/path-order.ts';
import { compareKeys, type IndexKey, type IndexSpec, keysOf, specId } from './index-spec.ts';
import { KeptIndex, type RowIndex } from './kept-index.ts';
import type { Row } from './row.ts';
import { type Compare, SortedIndex } from './sorted-index.ts';
import { keyGroups } from './key-groups.ts';
import { fieldAt } from '../model/field-path.ts';
import { identicalValues } from '../model/identical-values.ts';

/** Of one collection or group; the one that was not used for longest makes room. */
const maxIndexes = 5000;
/** So many indexes of single top-level fields are built by reading all rows; then it is worth remembering which rows have which. */
const fullReads = 16;
const manyRows = 1000;

/** A collection, a collection group or all documents, with the indexes that queries have needed so far. */
export class IndexedRows {
  /** Rows by name; most other indexes begin with it. */
  #byName: RowIndex | undefined;
  /** By id, the least recently used first. */
  readonly #indexes = new Map<string, KeptIndex>();
  /** By the top-level name of their first field: a document without it has no entries there. */
  readonly #byHead = new Map<string, Set<KeptIndex>>();
  #carriers: Carriers | undefined;
  #fullReads = 0;

  /**
   * @param rows all rows now, and how many
   * @param prefixLength length of the path that all rows share
   */
  constructor(
    readonly rows: () => Iterable<Row>,
    readonly count: () => number,
    readonly prefixLength: number,
  ) {}

  /** Builds the index at first need. */
  index(spec: IndexSpec): RowIndex {
    if (spec.length === 0) return (this.#byName ??= this.#buildByName());
    const id = specId(spec);
    const known = this.#indexes.get(id);
    if (known) this.#indexes.delete(id);
    else if (this.#indexes.size >= maxIndexes) this.#forgetOldest();
    const index = known ?? this.#build(spec);
    this.#indexes.set(id, index);
    return index.catchUp();
  }

  compareNames(a: Row, b: Row): number {
    return comparePaths(a.path, b.path, this.prefixLength);
  }

  /** Keeps the indexes true when a document appears, changes or goes. */
  changed(row: Row, before: Document | undefined, after: Document | undefined): void {
    if (this.#byName && !before) this.#byName.sorted.insert(null, row);
    if (this.#byName && !after) this.#byName.sorted.remove(null, row);
    this.#carriers?.changed(row, before, after);
    if (this.#carriers?.isWorn) this.#carriers = undefined;
    if (this.#byHead.size === 0) return;
    for (const name of after?.fields.keys() ?? []) this.#fieldChanged(name, row, before, after);
    for (const name of before?.fields.keys() ?? []) if (!after?.fields.has(name)) this.#fieldChanged(name, row, before, after);
  }

  /** @param name of a top-level field, the first of the indexes that are looked at; others of theirs may have changed */
  #fieldChanged(name: string, row: Row, before: Document | undefined, after: Document | undefined): void {
    for (const index of this.#byHead.get(name) ?? []) {
      if (before && after && sameFields(index.spec, before, after)) continue;
      const gone = before ? keysOf(index.spec, before) : [];
      const come = after ? keysOf(index.spec, after) : [];
      if (gone.length !== come.length || !gone.every((key, i) => identicalValues(key, come[i]))) index.change(row, gone, come);
    }
  }

  #buildByName(): RowIndex {
    const rows = [...this.rows()];
    const plain = this.prefixLength > 0 && rows.every((row) => hasPlainOrder(row.path));
    rows.sort(plain ? (a, b) => (a.path < b.path ? -1 : 1) : (a, b) => this.compareNames(a, b));
    return {
      spec: [],
      sorted: new SortedIndex<IndexKey>((_key, row, _otherKey, otherRow) => this.compareNames(row, otherRow), [{ key: null, rows }]),
    };
  }

  /** Reading rows by name first leaves only their keys to be sorted. */
  #build(spec: IndexSpec): KeptIndex {
    const compare: Compare<IndexKey> = (key, row, otherKey, otherRow) =>
      compareKeys(spec, key, otherKey) || this.compareNames(row, otherRow);
    const built = new KeptIndex(spec, new SortedIndex(compare, keyGroups(spec, this.#rowsFor(spec))));
    const head = headOf(spec);
    this.#byHead.set(head, (this.#byHead.get(head) ?? new Set()).add(built));
    return built;
  }

  /** By name: all rows, or at least those that have entries. */
  #rowsFor(spec: IndexSpec): readonly Row[] {
    const [only] = spec;
    const name = spec.length === 1 && only?.path.length === 1 ? only.path[0] : undefined;
    if (name === undefined || this.count() < manyRows) return this.index([]).sorted.allRows();
    if (!this.#carriers && (this.#fullReads += 1) <= fullReads) return this.index([]).sorted.allRows();
    this.#carriers ??= new Carriers(this.rows());
    return this.#carriers.of(name).sort((a, b) => this.compareNames(a, b));
  }

  #forgetOldest(): void {
    for (const [id, index] of this.#indexes) {
      this.#indexes.delete(id);
      const head = headOf(index.spec);
      const siblings = this.#byHead.get(head);
      siblings?.delete(index);
      if (siblings?.size === 0) this.#byHead.delete(head);
      return;
    }
  }
}

/** Most fields of an update are the very values that they were. */
function sameFields(spec: IndexSpec, before: Document, after: Document): boolean {
  return spec.every(({ path }) => fieldAt(before.fields, path) === fieldAt(after.fields, path));
}

function headOf(spec: IndexSpec): string {
  return spec[0]?.path[0] ?? '';
}
