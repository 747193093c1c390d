import { IndexedRows } from './indexed-rows.ts';
import { Row } from './row.ts';
import type { Document } from '../model/document.ts';
import { compareStrings } from '../model/string-order.ts';
import { Collection } from './collection.ts';

/** All current documents of one database, by collection. */
export class DocumentTree {
  readonly #collections = new Map<string, Collection>();
  readonly #groups = new Map<string, Set<Collection>>();
  readonly #groupIndexes = new Map<string, IndexedRows>();
  #all: IndexedRows | undefined;
  #rootIds = new Set<string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(path: string): Document | undefined {
    return this.row(path)?.document;
  }

  row(path: string): Row | undefined {
    const end = path.lastIndexOf('/');
    return this.#collections.get(path.slice(0, end))?.rows.get(path.slice(end + 1));
  }

  *documents(): Generator<Document> {
    for (const collection of this.#collections.values()) for (const row of collection.rows.values()) yield row.document;
  }

  /** Puts a document or, with `undefined`, removes the one at the path. */
  set(path: string, after: Document | undefined): void {
    const end = path.lastIndexOf('/');
    const collectionPath = path.slice(0, end);
    const id = path.slice(end + 1);
    const known = this.#collections.get(collectionPath);
    const row = known?.rows.get(id);
    if (row === undefined && after === undefined) return;
    const collection = known ?? this.#open(collectionPath);
    const before = row?.document;
    const changed = row ?? new Row(path, after as Document);
    if (after === undefined) collection.rows.delete(id);
    else if (row === undefined) collection.rows.set(id, changed);
    else row.document = after;
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    collection.indexed.changed(changed, before, after);
    this.#groupIndexes.get(collection.collectionId)?.changed(changed, before, after);
    this.#all?.changed(changed, before, after);
    if (after === undefined) this.#close(collection);
  }

  clear(): void {
    this.#collections.clear();
    this.#groups.clear();
    this.#groupIndexes.clear();
    this.#all = undefined;
    this.#rootIds = new Set();
    this.#size = 0;
  }

  collection(path: string): Collection | undefined {
    return this.#collections.get(path);
  }

  /** Rows of all collections with this id. */
  group(collectionId: string): IndexedRows {
    let group = this.#groupIndexes.get(collectionId);
    if (group === undefined) {
      group = new IndexedRows(
        () => this.#groupRows(collectionId),
        () => this.#groupSize(collectionId),
        0,
      );
      this.#groupIndexes.set(collectionId, group);
    }
    return group;
  }

  /** Rows of all collections. */
  all(): IndexedRows {
    this.#all ??= new IndexedRows(
      () => this.#allRows(),
      () => this.#size,
      0,
    );
    return this.#all;
  }

  /** Ids of the collections directly below a document, or at the root for `''`, in order. */
  collectionIds(parent: string): readonly string[] {
    const ids = parent === '' ? this.#rootIds : this.#below(parent);
    return [...(ids ?? [])].sort(compareStrings);
  }

  #below(documentPath: string): ReadonlySet<string> | undefined {
    const end = documentPath.lastIndexOf('/');
    return this.#collections.get(documentPath.slice(0, end))?.below.get(documentPath.slice(end + 1));
  }

  /** Makes a collection known, also to the documents above it, which need not exist. */
  #open(path: string): Collection {
    const collection = new Collection(path);
    this.#collections.set(path, collection);
    const { collectionId } = collection;
    const group = this.#groups.get(collectionId) ?? new Set();
    this.#groups.set(collectionId, group.add(collection));
    const above = parentOf(path);
    if (above === undefined) {
      this.#rootIds.add(collectionId);
      return collection;
    }
    const holder = this.#collections.get(above.collectionPath) ?? this.#open(above.collectionPath);
    holder.below.set(above.id, (holder.below.get(above.id) ?? new Set()).add(collectionId));
    return collection;
  }

  #close(collection: Collection): void {
    if (!collection.isEmpty) return;
    const { collectionId, path } = collection;
    this.#collections.delete(path);
    const group = this.#groups.get(collectionId);
    group?.delete(collection);
    if (group?.size === 0) this.#groups.delete(collectionId);
    const above = parentOf(path);
    if (above === undefined) {
      this.#rootIds.delete(collectionId);
      return;
    }
    const holder = this.#collections.get(above.collectionPath);
    const siblings = holder?.below.get(above.id);
    siblings?.delete(collectionId);
    if (siblings?.size === 0) holder?.below.delete(above.id);
    if (holder) this.#close(holder);
  }

  *#groupRows(collectionId: string): Generator<Row> {
    for (const collection of this.#groups.get(collectionId) ?? []) yield* collection.rows.values();
  }

  #groupSize(collectionId: string): number {
    let size = 0;
    for (const collection of this.#groups.get(collectionId) ?? []) size += collection.rows.size;
    return size;
  }

  *#allRows(): Generator<Row> {
    for (const collection of this.#collections.values()) yield* collection.rows.values();
  }
}

function parentOf(collectionPath: string): { collectionPath: string; id: string } | undefined {
  const end = collectionPath.lastIndexOf('/');
  if (end === -1) return undefined;
  const document = collectionPath.slice(0, end);
  const start = document.lastIndexOf('/');
  return { collectionPath: document.slice(0, start), id: document.slice(start + 1) };
}
