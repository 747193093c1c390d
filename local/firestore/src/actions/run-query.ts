import type { runQueryRequest, runQueryResponse } from '../codec/messages/queries.ts';
import type { Decoded } from '../codec/proto/message.ts';
import { authorizeList } from './authorize.ts';
import type { Call } from './call.ts';
import { explained } from './explain.ts';
import { queryFromWire } from './from-wire.ts';
import { parseParentName } from '../model/resource-name.ts';
import type { QueryResult } from '../store/engine.ts';
import { documentToWire } from './to-wire.ts';
import { reading } from './transactions.ts';

type Response = Decoded<typeof runQueryResponse>;

/**
 * One answer for each document, the last one marked `done`; without a document one answer that is only `done`. An explanation comes
 * with the last answer, or by itself (docs/facts.md, "Answers of RunQuery").
 */
export function runQuery(request: Decoded<typeof runQueryRequest>, call: Call): Iterable<Response> {
  const name = parseParentName(request.parent);
  const database = call.database(name);
  const { caller } = call;
  const query = queryFromWire(name.path, request.structuredQuery);
  if (caller.kind === 'user') {
    database.compile(query);
    authorizeList(call, database, query);
  }
  return reading(database, request, (options, begun) => {
    const explain = request.explainOptions;
    if (explain && !explain.analyze) {
      // Planning costs one read in production.
      call.metered(database, () => database.billed.reads++);
      return [...(begun ? [{ transaction: begun }] : []), { explainMetrics: explained(database, { query, aggregations: [] }) }];
    }
    const { reads } = call.billed;
    const start = process.hrtime.bigint();
    const { documents, readTime, skipped } = call.metered(database, () => database.runQuery(query, options));
    const last: Response = { done: true, explainMetrics: explain && metrics() };
    return answers({ begun, documents, toWire: (document) => documentToWire(database, document, query.select), readTime, skipped, last });

    function metrics(): Response['explainMetrics'] {
      return explained(database, {
        query,
        aggregations: [],
        run: {
          results: documents.length,
          reads: call.billed.reads - reads,
          nanoseconds: process.hrtime.bigint() - start,
          debug: { documents_scanned: String(documents.length + skipped) },
        },
      });
    }
  });
}

interface Found extends Pick<QueryResult, 'documents' | 'readTime' | 'skipped'> {
  readonly begun: Uint8Array | undefined;
  readonly toWire: (document: QueryResult['documents'][number]) => Response['document'];
  /** Goes with the last answer. */
  readonly last: Response;
}

/** Outside of the query's function: a generator within one is made for each call, with a map in the old space of V8 that keeps all it refers to. */
function* answers({ begun, documents, toWire, readTime, skipped, last }: Found): Iterable<Response> {
  if (begun) yield { transaction: begun };
  if (documents.length === 0) yield { readTime, skippedResults: skipped, ...last };
  for (const [index, document] of documents.entries()) {
    const answer: Response = { document: toWire(document), readTime, skippedResults: index === 0 ? skipped : 0 };
    yield index === documents.length - 1 ? { ...answer, ...last } : answer;
  }
}
