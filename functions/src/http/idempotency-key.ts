import type { Request } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** @returns the key with which a dialog marks its order; undefined without one @throws {ApiError} invalid-argument */
export function idempotencyKey(req: Request): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\w-]{8,64}$/.test(key)) return key;
  throw new ApiError('invalid-argument', say('idempotencyConsole'));
}
