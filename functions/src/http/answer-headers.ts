import type { RequestHandler } from 'express';
import { timedUuid } from '../crypto/timed-uuid.ts';
import { addHeader, gatherHeaders } from './answer-head.ts';

/** Names the request, and forbids browsers to store, sniff, frame or run its answer: it is data for programs. */
export const answerHeaders: RequestHandler = (_req, res, next) => {
  gatherHeaders(res, headers);
  const id = timedUuid(Date.now());
  res.locals.requestId = id;
  addHeader(res, 'X-Request-Id', id);
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
}).flat();
