import type { Document } from '../model/document.ts';
import type { StructuredQuery } from '../model/query.ts';
import { compareDocuments, matchesQuery } from './matcher.ts';
import type { NormalQuery } from './normal-query.ts';
import { inScope } from './query-scope.ts';

/** A validated query, for listeners: decides about one document at a time. */
export interface CompiledQuery {
  readonly query: StructuredQuery;
  /** True when limit, offset or cursors make membership depend on other documents: re-run on change. */
  readonly needsRerun: boolean;
  /** Collection and filters and existence of ordered fields and cursors; not limit and offset. */
  matches(document: Document): boolean;
  /** True when a change of a document at this path could concern the query (collection match only; cheap). */
  covers(path: string): boolean;
  compare(a: Document, b: Document): number;
}

/** A query for listeners, which look at one changed document at a time. */
export function compiledQuery(normal: NormalQuery): CompiledQuery {
  const { query, scope, orders } = normal;
  return {
    query,
    needsRerun: query.limit !== undefined || query.offset > 0,
    matches: (document) => matchesQuery(normal, document),
    covers: (path) => inScope(scope, path),
    compare: (a, b) => compareDocuments(orders, a, b),
  };
}
