import { ApiError, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { ListQuery } from '../query/list-query.ts';
import { parseCountQuery } from '../query/parse-query.ts';
import { type Grouping, parseGrouping, valuePath } from './parse-grouping.ts';

export type Operation = { readonly op: 'count' } | { readonly op: 'sum' | 'avg' | 'min' | 'max'; readonly path: string };

export interface AggregateQuery {
  readonly operations: readonly Operation[];
  /** None for totals of all. Times are of the zone of the query. */
  readonly groupBy: readonly Grouping[];
  readonly list: ListQuery;
}

const mostOperations = 10;

/**
 * @param raw the URL's query string: op, groupBy, and the filters of a list
 * @param isField whether records have a field of that name, as far as the caller may know
 * @throws {ApiError} invalid-argument naming the parameter
 */
export function parseAggregateQuery(raw: string, isField: (path: string) => boolean): AggregateQuery {
  const given: { op?: string; groupBy?: string } = {};
  const rest = raw.split('&').filter((piece) => {
    const [, name, value] = /^(op|groupBy)=(.*)$/s.exec(piece) ?? [];
    if (name !== 'op' && name !== 'groupBy') return true;
    if (given[name] !== undefined) throw invalidField(name, say('parameterTwice', { name }));
    given[name] = decode(name, value ?? '');
    return false;
  });
  const operations = operationsOf(given.op || 'count');
  const groupBy = parseGrouping(given.groupBy ?? '', isField);
  const list = parseCountQuery(rest.join('&'), 'totals');
  const more = [
    ...operations.flatMap((operation) => (operation.op === 'count' ? [] : [{ parameter: 'op', path: operation.path }])),
    ...groupBy.flatMap(({ path }) => (path === undefined ? [] : [{ parameter: 'groupBy', path }])),
  ];
  return { operations, groupBy, list: { ...list, named: [...(list.named ?? []), ...more] } };
}

function operationsOf(text: string): Operation[] {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))];
  if (parts.length > mostOperations) throw invalidField('op', `op: at most ${mostOperations} operations.`);
  return parts.map((part) => {
    const [, name, path] = /^(count|sum|avg|min|max)(?::(.+))?$/s.exec(part) ?? [];
    if (name === 'count' && path === undefined) return { op: 'count' };
    if (name === 'count' || path === undefined) {
      throw invalidField('op', `op: "${part.slice(0, 80)}" is none of count, sum:field, avg:field, min:field, max:field.`);
    }
    const isSum = name === 'sum' || name === 'avg';
    return { op: name as 'sum', path: valuePath('op', path, isSum ? [] : undefined) }; // the pattern has only these names
  });
}

function decode(name: string, text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new ApiError('invalid-argument', `${name} is not valid percent-encoding.`, { cause });
  }
}
