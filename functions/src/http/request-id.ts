import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** Names the request: in the header X-Request-Id of every answer, in failure bodies and in the logs. */
export const requestId: RequestHandler = (_req, res, next) => {
  const id = randomUUID();
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  next();
};

export function requestIdOf(res: Response): string {
  return String(res.locals.requestId ?? '');
}
