import type { IncomingMessage } from 'node:http';
import { ApiError, say } from '../errors/api-error.ts';

/** Reads the whole body. @throws {ApiError} payload-too-large */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const tooLarge = () => new ApiError('payload-too-large', say('bodyLarge', { max: Math.floor(maxBytes / 1024) }));
  // An iterator in place of events would cost more than all other work on a short body.
  if (!req.readableEnded) {
    await new Promise<void>((resolve, reject) => {
      req.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else chunks.length = 0; // the rest is drained: closing early would break the connection before the answer is read
        if (size > maxBytes + drainBytes) req.destroy(tooLarge());
      });
      req.once('end', resolve).once('error', reject);
      const brokeOff = () => reject(new Error('The request broke off.'));
      // `close` also follows each `end`; making an unused error would cost more than reading the body.
      req.once('close', () => req.readableEnded || brokeOff());
      if (req.destroyed) brokeOff();
    });
  }
  if (size > maxBytes) throw tooLarge();
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const drainBytes = 64 * 1024 * 1024;
