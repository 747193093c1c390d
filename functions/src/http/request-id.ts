import { randomUUID } from 'node:crypto';
import type { Response } from 'express';

/** Names the request: in the header X-Request-Id of every answer, in failure bodies and in the logs. */
export function setRequestId(res: Response): void {
  const id = randomUUID();
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
}

export function requestIdOf(res: Response): string {
  return String(res.locals.requestId ?? '');
}
