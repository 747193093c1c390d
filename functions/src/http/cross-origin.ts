import type { RequestHandler } from 'express';

/** Lets pages of any origin call: keys travel in headers, never in cookies, so no foreign page can misuse them. */
export const crossOrigin: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader(
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
      'Access-Control-Allow-Headers': [...own, ...ofLibraries, ...alsoAsked(req.get('Access-Control-Request-Headers'))].join(', '),
      'Access-Control-Max-Age': '86400',
      Vary: 'Access-Control-Request-Headers',
    })
    .end();
};

const own = ['Content-Type', 'Authorization', 'X-API-Key', 'X-Secret-Key', 'X-Project-ID', 'Idempotency-Key', 'If-Unmodified-Since'];

/**
 * Tracing libraries and HTTP clients add these to each call of a page. Refusing one would stop the call before it is sent, and none of
 * them means anything here.
 */
const ofLibraries = [
  'Accept',
  'Cache-Control',
  'Pragma',
  'X-Requested-With',
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
  'b3',
  'newrelic',
  'uber-trace-id',
  'elastic-apm-traceparent',
  'Request-Id',
  'Request-Context',
  'X-Request-Id',
  'X-Correlation-Id',
  'X-Amzn-Trace-Id',
  'X-Cloud-Trace-Context',
];
const families =
  /^(?:x-b3|x-datadog|x-sentry|x-newrelic|x-ot-span|x-otel|ot-tracer|x-honeycomb|x-instana|x-dynatrace|x-dtc|uberctx)-[a-z0-9-]{1,60}$/;

/** @returns the names of a preflight that belong to a tracing library with headers of many names */
function alsoAsked(asked: string | undefined): string[] {
  const names = (asked ?? '').toLowerCase().split(',', 60);
  return names.map((name) => name.trim()).filter((name) => families.test(name));
}
