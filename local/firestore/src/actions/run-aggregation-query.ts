import { RpcError } from '../model/rpc-error.ts';
import type { runAggregationQueryRequest, runAggregationQueryResponse } from '../codec/messages/queries.ts';
import type { Decoded } from '../codec/proto/message.ts';
import { authorizeList } from './authorize.ts';
import type { Call } from './call.ts';
import { explained } from './explain.ts';
import { aggregationsFromWire, queryFromWire } from './from-wire.ts';
import { parseParentName } from '../model/resource-name.ts';
import { reading } from './transactions.ts';

type Response = Decoded<typeof runAggregationQueryResponse>;

export function runAggregationQuery(request: Decoded<typeof runAggregationQueryRequest>, call: Call): Iterable<Response> {
  const name = parseParentName(request.parent);
  const database = call.database(name);
  const { caller } = call;
  const wire = request.structuredAggregationQuery;
  if (!wire) throw new RpcError('INVALID_ARGUMENT', 'The request lacks "structuredAggregationQuery".');
  const query = queryFromWire(name.path, wire.structuredQuery);
  const aggregations = aggregationsFromWire(wire.aggregations);
  return reading(database, request, (options, begun) => {
    const explain = request.explainOptions;
    const planned = explain && !explain.analyze;
    const { reads } = call.billed;
    const start = process.hrtime.bigint();
    // Production bills one read for a plan without a run.
    if (planned) call.metered(database, () => database.billed.reads++);
    const run = planned ? undefined : call.metered(database, () => database.runAggregation(query, aggregations, options));
    const explainMetrics =
      explain &&
      explained(database, {
        query,
        aggregations,
        run: run && {
          results: 1,
          reads: call.billed.reads - reads,
          nanoseconds: process.hrtime.bigint() - start,
          debug: { index_entries_scanned: String(run.entries) },
        },
      });
    // Judged afterwards, because only the engine knows whether the query with its aggregations is valid.
    if (caller.kind === 'user') authorizeList(call, database, query);
    return [...(begun ? [{ transaction: begun }] : []), { result: run?.result, readTime: run?.readTime, explainMetrics }];
  });
}
