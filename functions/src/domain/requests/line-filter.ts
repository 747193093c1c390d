import { keyVerbs, problem, type RequestLine } from '@bedplate/contract';
import { z } from 'zod';
import { ruled } from '../../validation/ruled.ts';

const text = z.string().trim().max(200);
const wholeNumber = z
  .string()
  .regex(/^[0-9]{1,9}$/, problem('whole'))
  .transform(Number);

/** The conditions of a search; a line must meet all. */
export const LineFilter = z
  .object({
    id: text,
    status: text.regex(/^([1-5][0-9]{2}|[1-5]xx|failed)$/, ruled('statusShape')),
    verb: z.enum(keyVerbs, ruled('parameterOneOf', { name: 'verb', allowed: keyVerbs.join(', ') })),
    method: text.toUpperCase(),
    storageId: text,
    key: text,
    user: text,
    member: text,
    code: text,
    refusedBy: text,
    route: text,
    plan: text,
    trace: text.toLowerCase(),
    network: text,
    minMs: wholeNumber,
    minReads: wholeNumber,
    /** Part of any text in the line. */
    search: text,
  })
  .partial();
export type LineFilter = z.infer<typeof LineFilter>;

const equal = [
  'id',
  'verb',
  'method',
  'storageId',
  'key',
  'user',
  'member',
  'code',
  'refusedBy',
  'route',
  'plan',
  'trace',
  'network',
] as const;

export function matcherOf(filter: LineFilter): (line: RequestLine) => boolean {
  const wanted = equal.filter((name) => filter[name]);
  const search = filter.search?.toLowerCase();
  return (line) =>
    wanted.every((name) => line[name] === filter[name]) &&
    hasStatus(line, filter.status) &&
    line.ms >= (filter.minMs ?? 0) &&
    line.reads >= (filter.minReads ?? 0) &&
    (!search || Object.values(line).some((value) => typeof value === 'string' && value.toLowerCase().includes(search)));
}

function hasStatus({ status }: RequestLine, wanted: string | undefined): boolean {
  if (!wanted) return true;
  if (wanted === 'failed') return status >= 400;
  return wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);
}
