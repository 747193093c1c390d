import type { RequestHandler } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** A comma in such a value says that a proxy has joined two. */
const plain = ['authorization', 'x-api-key', 'x-secret-key', 'x-project-id'];

/** Each has one value. Of two, Node keeps the first of some, and joins those of others. */
const single = new Set([...plain, 'idempotency-key', 'if-unmodified-since']);

/** Headers that name another method for servers that know them. As what it is here, a POST that was to delete would create. */
const overrides = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/**
 * Refuses a header that has one value and comes twice: neither is chosen; and one that asks for another method than the request has.
 * @throws {ApiError} invalid-argument naming the header
 */
export const singleHeaders: RequestHandler = ({ rawHeaders, method }, _res, next) => {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const lower = name.toLowerCase();
    if (!single.has(lower) && !overrides.has(lower)) continue;
    const value = rawHeaders[i + 1]?.trim() ?? '';
    if (overrides.has(lower) && value.toUpperCase() !== method) {
      throw new ApiError('invalid-argument', say('headerOverride', { name }), { field: name });
    }
    if (!single.has(lower)) continue;
    if (seen.has(lower) || (plain.includes(lower) && value.includes(','))) {
      throw new ApiError('invalid-argument', say('headerTwice', { name }), { field: name });
    }
    seen.add(lower);
  }
  next();
};
