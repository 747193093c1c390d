import type { RequestHandler } from 'express';

/** Lets pages of any origin call: keys travel in headers, never in cookies, so no foreign page can misuse them. */
export const crossOrigin: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader(
    'Access-Control-Expose-Headers',
    'Content-Disposition, X-Request-Id, X-Bedplate-Reads, X-Bedplate-Writes, X-Bedplate-Deletes, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Credits-Remaining',
  );
  if (req.method !== 'OPTIONS') {
    next();
    return;
  }
  res
    .status(204)
    .set({
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'Access-Control-Allow-Headers':
        'Content-Type, Authorization, X-API-Key, X-Secret-Key, X-Project-ID, Idempotency-Key, If-Unmodified-Since',
      'Access-Control-Max-Age': '86400',
    })
    .end();
};
