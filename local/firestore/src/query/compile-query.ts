import type { CompiledQuery } from '../engine.ts';
import { compareDocuments, matchesQuery } from './matcher.ts';
import type { NormalQuery } from './normal-query.ts';
import { inScope } from './query-scope.ts';

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
