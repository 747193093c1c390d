import type { batchGetDocumentsRequest, batchGetDocumentsResponse } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import { authorizeGets } from './authorize.ts';
import type { Call } from './call.ts';
import { maskPaths } from './field-paths.ts';
import { documentName, parseDatabaseName, pathWithin } from '../model/resource-name.ts';
import { documentToWire } from './to-wire.ts';
import { reading } from './transactions.ts';

type Response = Decoded<typeof batchGetDocumentsResponse>;

/** Answers in request order, each document once. One denied document fails the whole request before anything is sent. */
export function batchGetDocuments(request: Decoded<typeof batchGetDocumentsRequest>, call: Call): Iterable<Response> {
  const name = parseDatabaseName(request.database);
  const database = call.database(name);
  const { caller } = call;
  const paths = new Set(request.documents.map((document) => pathWithin(name, document)));
  const mask = maskPaths(request.mask);
  return reading(database, request, (options, begun) => {
    const found = call.metered(database, () => Array.from(paths, (path) => ({ path, document: database.get(path, options) })));
    if (caller.kind === 'user') authorizeGets(call, database, found);
    const readTime = database.readTime(options);
    const answers: Response[] = found.map(({ path, document }) =>
      document ? { found: documentToWire(database, document, mask), readTime } : { missing: documentName(database.name, path), readTime },
    );
    return begun ? [{ transaction: begun }, ...answers] : answers;
  });
}
