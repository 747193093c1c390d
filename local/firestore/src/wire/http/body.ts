import type { IncomingMessage } from 'node:http';
import { RpcError } from '../../model/rpc-error.ts';

const maxBodyBytes = 16 * 1024 * 1024;

/** The whole body; undefined when it is larger than `maxBodyBytes` (the rest is read and dropped, so that the answer arrives). */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (bytes: Buffer) => {
    length += bytes.length;
    if (length <= maxBodyBytes) chunks.push(bytes);
    if (length > maxBodyBytes * 4) request.destroy(new Error('The body is far too large.'));
  });
  // Events, not an iterator: that costs more than all else that is done to a short body.
  await new Promise<void>((resolve, reject) => {
    request.once('end', resolve).once('error', reject);
    request.once('close', () => reject(new Error('The request broke off.')));
  });
  return length > maxBodyBytes ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/** Firestore's limit of a request: https://firebase.google.com/docs/firestore/quotas */
export const maxRequestBytes = 10 * 1024 * 1024;

/** In the words of Google's servers, which clients do not try again. */
export function requestTooLarge(): RpcError {
  return new RpcError('INVALID_ARGUMENT', `Request payload size exceeds the limit: ${maxRequestBytes} bytes.`);
}
