import type { runQueryRequest, runQueryResponse } from '../wire/messages/queries.ts';
import type { Decoded } from '../wire/proto/message.ts';
import { authorizeList } from './authorize.ts';
import type { Call } from './call.ts';
import { queryFromWire } from './from-wire.ts';
import { parseParentName } from './names.ts';
import { documentToWire } from './to-wire.ts';
import { readConsistency } from './transactions.ts';

type Response = Decoded<typeof runQueryResponse>;

/** One answer per document, the last marked `done`; a lone `done` when there is none (facts §4.6). */
export function runQuery(request: Decoded<typeof runQueryRequest>, call: Call): Iterable<Response> {
  const name = parseParentName(request.parent);
  const database = call.database(name);
  const { caller } = call;
  const query = queryFromWire(name.path, request.structuredQuery);
  if (caller.kind === 'user') {
    database.compile(query);
    authorizeList(call, database, query);
  }
  const { begun, ...options } = readConsistency(database, request);
  const { documents, readTime, skipped } = call.bill(database, () => database.runQuery(query, options));
  return answers();

  function* answers(): Iterable<Response> {
    if (begun) yield { transaction: begun };
    if (documents.length === 0) yield { readTime, skippedResults: skipped, done: true };
    for (const [index, document] of documents.entries()) {
      const answer: Response = {
        document: documentToWire(database, document, query.select),
        readTime,
        skippedResults: index === 0 ? skipped : 0,
      };
      yield index === documents.length - 1 ? { ...answer, done: true } : answer;
    }
  }
}
