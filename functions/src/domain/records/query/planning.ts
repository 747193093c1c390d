import type { Condition, QuerySpec } from '../../../store/model/query-spec.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Reader } from './budget.ts';
import type { Candidate, Position } from './candidate.ts';
import type { ReadFilter } from './filter.ts';
import type { IndexedPart } from './conditions.ts';
import type { ListQuery } from './list-query.ts';
import type { Order } from './order.ts';
import type { Range } from './range.ts';
import type { Source } from './source.ts';

/** The queries that count it, or the number itself. */
export type Total = readonly QuerySpec[] | 'storage' | number;

/** How a list is served: a walk along an index, or over records in memory. */
export interface Plan {
  /** For `explain`. */
  readonly path: string;
  readonly open: (from: Position | undefined, offset: number) => Source;
  /** Everything that `open` gives matches: the page needs no more reads than it has records, and can be skipped to. */
  readonly dense: boolean;
  /** Within the list's times `open` gives all that these conditions find; absent where it gives fewer. */
  readonly covers?: readonly Condition[];
  /** Nearly everything does. */
  readonly near?: boolean;
  /** Gives the exact total; absent when no query counts it. */
  readonly total?: Total;
  /** Further queries that count it, which may find the same records: where two of them find any, it is a lower bound. */
  readonly overlapping?: readonly QuerySpec[];
  /** The conditions of a plan in key order, whose far pages can be found by counting. */
  readonly seek?: readonly Condition[];
  /** False when `open` cannot start at an offset, but has to be read over. */
  readonly skips: boolean;
}

/** Records to read whole and to sort in memory. */
export interface Collection {
  /** For `explain`. */
  readonly path: string;
  readonly sets: readonly (readonly Condition[])[];
  /** As many records are in the sets, where these were counted. */
  readonly size?: number;
  /** As of a plan. */
  readonly covers?: Plan['covers'];
}

/** A list on its way to a plan. */
export interface Planning {
  readonly reader: Reader;
  readonly storage: StorageRow;
  readonly catalogue: Catalogue;
  readonly query: ListQuery;
  /** Those of the query, with what they mean. */
  readonly filters: readonly ReadFilter[];
  readonly order: Order;
  readonly indexed: IndexedPart;
  readonly ranges: readonly Range[];
  readonly matches: (candidate: Candidate) => boolean;
  /** This set of conditions and others of the list that a plan for this one may have to serve too. */
  readonly alternatives?: readonly Planning[];
  /** Whether some of the conditions are on the time at which a record was made. */
  readonly isTimed: boolean;
  /** Live records of the storage. */
  readonly size: () => Promise<number>;
}
