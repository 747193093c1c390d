import type { Request } from 'express';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { notOne } from '../../http/unknown-parameters.ts';

/** @returns the unparsed query string, because its names contain operators */
export function rawQuery(req: Pick<Request, 'originalUrl'>): string {
  const start = req.originalUrl.indexOf('?');
  return start < 0 ? '' : req.originalUrl.slice(start + 1);
}

/** @throws {ApiError} invalid-argument for a value that is neither true nor false */
export function flagOf(req: Pick<Request, 'query'>, name: string): boolean {
  const value = textOf(req, name);
  if (value === undefined || value === '' || value === 'false') return false;
  if (value === 'true') return true;
  throw invalidField(name, say('parameterFlag', { name }));
}

/** @throws {ApiError} invalid-argument for a repeated parameter */
export function textOf(req: Pick<Request, 'query'>, name: string): string | undefined {
  const value: unknown = req.query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalidField(name, notOne(name, value));
}
