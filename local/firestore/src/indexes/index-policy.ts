import type { FieldPath } from '../model/query.ts';
import type { MapValue } from '../model/value.ts';
import type { NormalQuery } from '../query/normal-query.ts';
import type { PlannedIndex } from './query-plan.ts';

/** Decides whether production would have an index for a query, and keeps what was used. */
export interface IndexPolicy {
  /** @throws RpcError FAILED_PRECONDITION with the index to add, in strict mode */
  check(query: NormalQuery, aggregated: readonly FieldPath[]): void;
  /** @throws RpcError INVALID_ARGUMENT when the document would have too many index entries, in strict mode */
  checkDocument(path: string, fields: MapValue): void;
  /** The indexes that production would read. */
  plan(query: NormalQuery, aggregated: readonly FieldPath[]): readonly PlannedIndex[];
  usage(): unknown;
}
