import type { deleteDocumentRequest, empty } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseDocumentName } from '../model/resource-name.ts';
import { runCommit } from './run-commit.ts';
import { preconditionFromWire } from './writes-from-wire.ts';

/** Deleting what is not there succeeds, unless the precondition says otherwise. */
export async function deleteDocument(request: Decoded<typeof deleteDocumentRequest>, call: Call): Promise<Decoded<typeof empty>> {
  const name = parseDocumentName(request.name);
  const database = call.database(name);
  void call.caller;
  await runCommit(call, {
    database,
    writes: [{ kind: 'delete', path: name.path, precondition: preconditionFromWire(request.currentDocument) }],
  });
  return {};
}
