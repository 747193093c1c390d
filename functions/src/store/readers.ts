import * as declared from './collections.ts';
import { Collection, type CollectionPath, type DocumentPath, documentPath } from './model/collection.ts';
import type { QuerySpec } from './model/query-spec.ts';
import type { Row, Rows } from './model/row.ts';

/** Reads by path, as a store and a transaction offer them. */
export interface Door {
  get<T>(path: DocumentPath<T>, select?: readonly string[]): Promise<Row<T> | null>;
  getAll<T>(paths: readonly DocumentPath<T>[], select?: readonly string[]): Promise<(Row<T> | null)[]>;
  query<T>(spec: QuerySpec<T>): Promise<Rows<T>>;
  count(spec: QuerySpec): Promise<number>;
}

/** A query within one collection. */
export type CollectionQuery = Omit<QuerySpec, 'from' | 'group'>;

/** Reads documents of one collection. */
export interface Reader<T> {
  /** @param select top-level fields, where not all are needed */
  get(id: string, select?: readonly string[]): Promise<Row<T> | null>;
  /** In the order of `ids`; null where there is no document. */
  getAll(ids: readonly string[], select?: readonly string[]): Promise<(Row<T> | null)[]>;
  query(query?: CollectionQuery): Promise<Rows<T>>;
  count(query?: CollectionQuery): Promise<number>;
}

type Declared = typeof declared;
type Names = { [Name in keyof Declared]: Declared[Name] extends Collection<infer _> ? Name : never }[keyof Declared];

/** A reader for each collection of `collections.ts`, by the name of its constant. */
export type Readers = { readonly [Name in Names]: Declared[Name] extends Collection<infer T> ? Reader<T> : never } & {
  /** A reader for a collection below a document. */
  in<T extends object>(collection: Collection<T>): Reader<T>;
};

/** Getters of one prototype: a transaction makes only the readers that it uses. */
const prototype: object = Object.create(null, {
  in: {
    value(this: Door, { name }: Collection<object>) {
      return new CollectionReader(this, name);
    },
  },
  ...Object.fromEntries(
    Object.entries(declared)
      .filter(([, value]) => value instanceof Collection)
      .map(([constant, { name }]) => [
        constant,
        {
          get(this: Door) {
            return new CollectionReader(this, name as CollectionPath); // its type stands in Readers
          },
        },
      ]),
  ),
});

/**
 * Adds readers, which a copy by `{ ...store }` lacks.
 * @returns `door` with a typed reader for each collection
 */
export function withReaders<D extends Door>(door: D): D & Readers {
  return Object.assign(Object.create(prototype) as Readers, door); // the prototype has what Readers lists
}

class CollectionReader<T> implements Reader<T> {
  constructor(
    private readonly door: Door,
    private readonly from: CollectionPath<T>,
  ) {}

  get(id: string, select?: readonly string[]) {
    return this.door.get(documentPath<T>(`${this.from}/${id}`), select);
  }

  getAll(ids: readonly string[], select?: readonly string[]) {
    return this.door.getAll(
      ids.map((id) => documentPath<T>(`${this.from}/${id}`)),
      select,
    );
  }

  query(query: CollectionQuery = {}) {
    return this.door.query({ ...query, from: this.from });
  }

  count(query: CollectionQuery = {}) {
    return this.door.count({ ...query, from: this.from });
  }
}
