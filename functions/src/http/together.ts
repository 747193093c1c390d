import type { RequestHandler } from 'express';

/** Handlers that every request passes, as one: a layer of the router costs more than what short ones do. */
export function together(...handlers: RequestHandler[]): RequestHandler {
  return handlers.reduceRight(
    (rest, handler) => (req, res, next) => handler(req, res, (error?: unknown) => (error ? next(error) : rest(req, res, next))),
  );
}
