import type { Request } from 'express';
import { timeIn } from '../../domain/records/write/preconditions.ts';
import { rawQuery } from './parameters.ts';

/** @returns method, path, query and body as they are meant: however letters are encoded, times spelt, parameters ordered, and the path ends */
export function meantCall(req: Request, body: unknown): readonly unknown[] {
  return [req.method, addressOf(req), parametersOf(rawQuery(req)), body];
}

function addressOf({ originalUrl }: Request): string {
  const [path = ''] = originalUrl.split('?', 1);
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((part) => encodeURIComponent(decodeURIComponent(part))).join('/');
}

function parametersOf(query: string): string[] {
  const parameters = [...new URLSearchParams(query)].filter(([name, value]) => name !== '_' && !isOff(name, value));
  return parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(name === 'ifUpdatedAt' ? (timeIn(value) ?? value) : value)}`)
    .sort();
}

/** A flag that is not set is as if it were not there. */
function isOff(name: string, value: string): boolean {
  return (name === 'upsert' || name === 'permanent') && (value === '' || value === 'false');
}
