import type { View } from './access.ts';
import type { Filter } from './filter.ts';
import type { NamedField } from './named-fields.ts';
import type { Rank } from './searched-words.ts';

/** A checked query of a list, before it is planned. */
export interface ListQuery {
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** Of one of these sets all must hold besides; absent where `or` is not asked. */
  readonly either?: readonly (readonly Filter[])[];
  /** Folded text that some scalar of the record contains. */
  readonly search?: string;
  /** The search also finds the record whose id is that text or begins with it. */
  readonly searchesIds?: boolean;
  /** Milliseconds of createdAt, inclusive. */
  readonly createdFrom?: number;
  readonly createdTo?: number;
  /** IANA name, of days and of times that name none; UTC, or the zone of a field, when absent. */
  readonly zone?: string;
  /** Goes before the order of `sort`: by how well records fit the search. */
  readonly rank?: Rank;
  /** Goes before the order of `sort`: by the distance from where `near` begins. */
  readonly byDistance?: true;
  readonly sort: Sort;
  /** Further fields, for records that are equal in those before. */
  readonly thenBy?: readonly Sort[];
  readonly limit: number;
  readonly page: number;
  /** As it came; its signature is checked against the rest of the query. */
  readonly cursor?: string;
  /** Only these fields in the answer. */
  readonly fields?: readonly string[];
  /** As it came; see references/parse-expand.ts. */
  readonly expand?: string;
  /** As it was before conditions through references became conditions on ids: cursors belong to that. */
  readonly asked?: Pick<ListQuery, 'filters' | 'either'>;
  /** Nobody asks for the total, so nothing is read for it. */
  readonly countsNoTotal?: boolean;
  /** Only the total matters: where indexes tell it, no record is read and the page is empty. Else `limit` says how many may be read for it. */
  readonly onlyTotal?: boolean;
  readonly deleted: 'no' | 'only' | 'include';
  readonly explain: boolean;
  /** Where rules bind the caller. */
  readonly bound?: Bound;
  /** Fields as a caller has named them; absent in queries of our own. */
  readonly named?: readonly NamedField[];
}

/** The part of a list that rules decide. */
interface Bound extends Pick<View, 'either' | 'unknown'> {
  /** Names the rules and the caller. Their conditions change with every call, where they name the time. */
  readonly to: string;
}

/** `path` is a field of the record, or one of createdAt, updatedAt, deletedAt and id. */
export interface Sort {
  readonly path: string;
  readonly direction: 'asc' | 'desc';
}
