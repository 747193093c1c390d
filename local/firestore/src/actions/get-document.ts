import { RpcError } from '../model/rpc-error.ts';
import type { getDocumentRequest } from '../codec/messages/documents.ts';
import type { WireDocument } from '../codec/messages/document.ts';
import type { Decoded } from '../codec/proto/message.ts';
import { authorizeGets } from './authorize.ts';
import type { Call } from './call.ts';
import { maskPaths } from './field-paths.ts';
import { parseDocumentName } from '../model/resource-name.ts';
import { documentToWire } from './to-wire.ts';
import { readConsistency } from './transactions.ts';

/** @throws RpcError NOT_FOUND for a missing document that the caller might read */
export function getDocument(request: Decoded<typeof getDocumentRequest>, call: Call): WireDocument {
  const name = parseDocumentName(request.name);
  const database = call.database(name);
  const { caller } = call;
  const mask = maskPaths(request.mask);
  const options = readConsistency(database, request);
  const found = call.metered(database, () => database.get(name.path, options));
  if (caller.kind === 'user') authorizeGets(call, database, [{ path: name.path, document: found }]);
  if (!found) throw new RpcError('NOT_FOUND', `Document (${request.name}) not found.`);
  return documentToWire(database, found, mask);
}
