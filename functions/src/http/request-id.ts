import type { Response } from 'express';
import { timedUuid } from '../crypto/timed-uuid.ts';
import { addHeader } from './answer-head.ts';

/** Names the request: in the header X-Request-Id of every answer, in failure bodies and in the logs. */
export function setRequestId(res: Response): void {
  const id = timedUuid(Date.now());
  res.locals.requestId = id;
  addHeader(res, 'X-Request-Id', id);
}

export function requestIdOf(res: Response): string {
  return String(res.locals.requestId ?? '');
}
