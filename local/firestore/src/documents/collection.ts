import { IndexedRows } from './indexed-rows.ts';
import type { Row } from './row.ts';

/** The documents directly in one collection, and which collections lie below each of its ids. */
export class Collection {
  /** By document id. */
  readonly rows = new Map<string, Row>();
  /** By document id, existing or not: ids of the collections below it that hold something at any depth. */
  readonly below = new Map<string, Set<string>>();
  readonly indexed: IndexedRows;

  constructor(readonly path: string) {
    this.indexed = new IndexedRows(
      () => this.rows.values(),
      () => this.rows.size,
      path.length + 1,
    );
  }

  get collectionId(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  get isEmpty(): boolean {
    return this.rows.size === 0 && this.below.size === 0;
  }
}
