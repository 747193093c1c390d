import type { Response } from 'express';

/** @returns the name of the request: in the header X-Request-Id of every answer, in failure bodies and in the logs */
export function requestIdOf(res: Response): string {
  return String(res.locals.requestId ?? '');
}
