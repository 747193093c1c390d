import type { IncomingMessage } from 'node:http';
import { limits } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

/** An instance has 512 MiB, and answers 80 requests at a time: a few large uploads fit, or many small ones. */
const heldAtMost = 3 * limits.upload;
let held = 0;

/**
 * Runs `work` on an upload that is kept in memory, when there is room for it.
 * @throws {ApiError} unavailable with Retry-After, before anything is read; such a call costs no credit
 */
export async function withMemoryFor<R>(req: Pick<IncomingMessage, 'rawHeaders'>, work: () => Promise<R>): Promise<R> {
  const announced = Number(contentLength(req) ?? limits.upload);
  const bytes = Math.min(Math.max(announced || 0, 0), limits.upload);
  if (held + bytes > heldAtMost) {
    throw new ApiError('unavailable', say('uploadsMany'), { retryAfter: 3 });
  }
  held += bytes;
  try {
    return await work();
  } finally {
    held -= bytes;
  }
}

/** As it came: own-requests.ts hides the header from the platform's body parsers. */
function contentLength({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | undefined {
  const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'content-length');
  return at < 0 ? undefined : rawHeaders[at + 1];
}
