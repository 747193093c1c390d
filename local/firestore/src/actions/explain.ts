import type { Database } from '../store/engine.ts';
import type { Aggregation, StructuredQuery } from '../model/query.ts';
import type { explainMetrics } from '../codec/messages/explain.ts';
import type { Decoded } from '../codec/proto/message.ts';

type Metrics = Decoded<typeof explainMetrics>;

/** The results and the time of a run of the query. */
export interface Run {
  readonly results: number;
  readonly reads: number;
  readonly nanoseconds: bigint;
  readonly debug: Readonly<Record<string, string>>;
}

/** The indexes that the query would use in production and, when it was run, its statistics. */
export function explained(
  database: Database,
  { query, aggregations, run }: { query: StructuredQuery; aggregations: readonly Aggregation[]; run?: Run },
): Metrics {
  const indexesUsed = database.plan(query, aggregations).map(({ properties, queryScope }) => ({ properties, query_scope: queryScope }));
  return {
    planSummary: { indexesUsed },
    executionStats: run && {
      resultsReturned: BigInt(run.results),
      executionDuration: run.nanoseconds,
      readOperations: BigInt(run.reads),
      debugStats: run.debug,
    },
  };
}
