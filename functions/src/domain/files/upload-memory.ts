import type { IncomingMessage } from 'node:http';
import { limits } from '@bedplate/contract';
import { ApiError } from '../../http/api-error.ts';

/** An instance has 512 MiB, and answers 80 requests at a time: a few large uploads fit, or many small ones. */
const heldAtMost = 3 * limits.upload;
let held = 0;

/**
 * Runs `work` on an upload that is kept in memory, when there is room for it.
 * @throws {ApiError} unavailable with Retry-After, before anything is read; such a call costs no credit
 */
export async function withMemoryFor<R>(req: Pick<IncomingMessage, 'headers'>, work: () => Promise<R>): Promise<R> {
  const announced = Number(req.headers['content-length'] ?? limits.upload);
  const bytes = Math.min(Math.max(announced || 0, 0), limits.upload);
  if (held + bytes > heldAtMost) {
    throw new ApiError('unavailable', 'Too many uploads at once. Send this one again in a few seconds.', { retryAfter: 3 });
  }
  held += bytes;
  try {
    return await work();
  } finally {
    held -= bytes;
  }
}
