import { RpcError } from '../model/rpc-error.ts';
import type { updateDocumentRequest } from '../codec/messages/documents.ts';
import type { WireDocument } from '../codec/messages/document.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { maskPaths } from './field-paths.ts';
import { parseDocumentName } from '../model/resource-name.ts';
import { writeOne } from './write-one.ts';
import { preconditionFromWire } from './writes-from-wire.ts';

export function updateDocument(request: Decoded<typeof updateDocumentRequest>, call: Call): Promise<WireDocument> {
  if (!request.document) throw new RpcError('INVALID_ARGUMENT', 'The request lacks "document".');
  const name = parseDocumentName(request.document.name);
  void call.caller;
  return writeOne(call, {
    name,
    write: {
      kind: 'update',
      path: name.path,
      fields: request.document.fields,
      mask: maskPaths(request.updateMask),
      transforms: [],
      precondition: preconditionFromWire(request.currentDocument),
    },
    mask: request.mask,
  });
}
