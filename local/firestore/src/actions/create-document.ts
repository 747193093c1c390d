import { randomInt } from 'node:crypto';
import { RpcError } from '../model/rpc-error.ts';
import type { createDocumentRequest } from '../codec/messages/documents.ts';
import type { WireDocument } from '../codec/messages/document.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseDocumentName, parseParentName } from '../model/resource-name.ts';
import { writeOne } from './write-one.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** @throws RpcError ALREADY_EXISTS */
export function createDocument(request: Decoded<typeof createDocumentRequest>, call: Call): Promise<WireDocument> {
  parseParentName(request.parent);
  if (request.collectionId === '' || request.collectionId.includes('/')) {
    throw new RpcError(
      'INVALID_ARGUMENT',
      `Collection id "${request.collectionId}" is invalid because it ${request.collectionId === '' ? 'is empty' : 'contains "/"'}.`,
    );
  }
  const id = request.documentId === '' ? autoId() : request.documentId;
  if (id.includes('/')) throw new RpcError('INVALID_ARGUMENT', `Document id "${id}" is invalid because it contains "/".`);
  const name = parseDocumentName(`${request.parent.replace(/\/$/, '')}/${request.collectionId}/${id}`);
  const fields = request.document?.fields ?? new Map();
  return writeOne(call, {
    name,
    write: { kind: 'update', path: name.path, fields, transforms: [], precondition: { kind: 'exists', exists: false } },
    mask: request.mask,
  });
}

function autoId(): string {
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
