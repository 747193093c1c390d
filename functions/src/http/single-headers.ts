import type { RequestHandler } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** Each has one value. Of two, Node keeps the first of some, and joins those of others. */
const single = new Set(['authorization', 'idempotency-key', 'if-unmodified-since', 'x-api-key', 'x-secret-key', 'x-project-id']);

/** Refuses a header that has one value and comes twice: neither is chosen. @throws {ApiError} invalid-argument naming the header */
export const singleHeaders: RequestHandler = ({ rawHeaders }, _res, next) => {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const plain = name.toLowerCase();
    if (!single.has(plain)) continue;
    if (seen.has(plain)) throw new ApiError('invalid-argument', say('headerTwice', { name }), { field: name });
    seen.add(plain);
  }
  next();
};
