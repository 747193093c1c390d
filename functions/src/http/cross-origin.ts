import type { RequestHandler } from 'express';
import { addHeader } from './answer-head.ts';

/** Lets pages of any origin call: keys travel in headers, never in cookies, so no foreign page can misuse them. */
export const crossOrigin: RequestHandler = (req, res, next) => {
  addHeader(res, 'Access-Control-Allow-Origin', '*');
  addHeader(
    res,
    'Access-Control-Expose-Headers',
    'Content-Disposition, X-Request-Id, X-Bedplate-Reads, X-Bedplate-Writes, X-Bedplate-Deletes, X-Bedplate-Warnings, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Credits-Remaining',
  );
  if (req.method !== 'OPTIONS') {
    next();
    return;
  }
  res
    .status(204)
    .set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': [...own, ...alsoAsked(req.get('Access-Control-Request-Headers'))].join(', '),
      'Access-Control-Max-Age': '86400',
      Vary: 'Access-Control-Request-Headers',
    })
    .end();
};

const own = ['Content-Type', 'Authorization', 'X-API-Key', 'X-Secret-Key', 'X-Project-ID', 'Idempotency-Key', 'If-Unmodified-Since'];

/** The name of a header, no longer than any has. RFC 9110, 5.6.2. */
const token = /^[a-z0-9!#$%&'*+.^_`|~-]{1,80}$/;

/**
 * Tracing libraries and HTTP clients add headers of their own to each call of a page. Refusing one would stop the call before it is
 * sent, and none of them means anything here.
 * @returns the other names that a preflight asks for
 */
function alsoAsked(asked: string | undefined): string[] {
  const known = new Set(own.map((name) => name.toLowerCase()));
  const names = (asked ?? '').toLowerCase().split(',', 100);
  return names.map((name) => name.trim()).filter((name) => token.test(name) && !known.has(name));
}
