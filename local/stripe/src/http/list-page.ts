import { invalid } from '../state/failure.ts';
import { integer, map, type Params, text } from './params.ts';

/** One page, newest first, as every list of the API answers. */
export function listPage<T extends { id: string; created?: number }>(rows: readonly T[], params: Params, url: string): object {
  const limit = integer(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('Invalid integer: limit must be between 1 and 100', { param: 'limit' });
  const created = map(params, 'created');
  const newest = rows.filter((row) => inRange(row.created ?? 0, created)).reverse();
  const after = text(params, 'starting_after');
  const from = after === undefined ? 0 : newest.findIndex((row) => row.id === after) + 1;
  return { object: 'list', data: newest.slice(from, from + limit), has_more: newest.length > from + limit, url };
}

function inRange(value: number, range: Params): boolean {
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => integer(range, name));
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
}
