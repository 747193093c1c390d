import type { RequestHandler } from 'express';

/** Forbids browsers to store, sniff, frame or run an answer: it is data for programs. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of headers) res.setHeader(name, value);
  next();
};

const headers = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});
