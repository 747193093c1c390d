import type { IncomingMessage } from 'node:http';
import { ApiError, say } from '../errors/api-error.ts';

/** Bytes that were packed for the way would be stored packed, or read as something else. @throws {ApiError} unsupported-media-type */
export function requirePlainBody({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== '') throw new ApiError('unsupported-media-type', say('bodyPlain'));
}
