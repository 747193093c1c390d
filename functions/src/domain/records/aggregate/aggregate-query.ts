import { systemFields } from '@bedplate/contract';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import type { ListQuery } from '../query/list-query.ts';
import { fieldPath } from '../query/parse-filter.ts';
import { parseCountQuery } from '../query/parse-query.ts';

export type Operation = { readonly op: 'count' } | { readonly op: 'sum' | 'avg' | 'min' | 'max'; readonly path: string };

export interface AggregateQuery {
  readonly operations: readonly Operation[];
  /** A field of the records, or the day of their creation in the zone of the query. */
  readonly groupBy: { readonly kind: 'day' } | { readonly kind: 'field'; readonly path: string } | undefined;
  readonly list: ListQuery;
}

const mostOperations = 10;

/** @param raw the URL's query string: op, groupBy, and the filters of a list @throws {ApiError} invalid-argument naming the parameter */
export function parseAggregateQuery(raw: string): AggregateQuery {
  const given = { op: '', groupBy: '' };
  const rest = raw.split('&').filter((piece) => {
    const [, name, value] = /^(op|groupBy)=(.*)$/s.exec(piece) ?? [];
    if (name !== 'op' && name !== 'groupBy') return true;
    if (given[name]) throw invalidField(name, `${name} is given twice.`);
    given[name] = decode(name, value ?? '');
    return false;
  });
  const operations = operationsOf(given.op || 'count');
  const groupBy = groupOf(given.groupBy);
  const list = parseCountQuery(rest.join('&'));
  const more = [
    ...operations.flatMap((operation) => (operation.op === 'count' ? [] : [{ parameter: 'op', path: operation.path }])),
    ...(groupBy?.kind === 'field' ? [{ parameter: 'groupBy', path: groupBy.path }] : []),
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
    return { op: name as 'sum', path: valuePath('op', path, isSum ? [] : times) }; // the pattern has only these names
  });
}

function groupOf(text: string): AggregateQuery['groupBy'] {
  if (text === '') return undefined;
  return text === 'day' ? { kind: 'day' } : { kind: 'field', path: valuePath('groupBy', text, times) };
}

const times = ['createdAt', 'updatedAt'];

/**
 * Fields that the server adds to a record are no values of it, except its times.
 * @param allowed the times that can be used here
 */
function valuePath(parameter: string, path: string, allowed: readonly string[]): string {
  const top = path.split('.')[0] ?? '';
  if ((systemFields as readonly string[]).includes(top) && !allowed.includes(path)) {
    const fields = ['a field that you store', ...allowed].join(', ');
    throw invalidField(
      parameter,
      `${parameter}: ${path.slice(0, 80)} has no totals; take ${fields}${parameter === 'groupBy' ? ', or day' : ''}.`,
    );
  }
  return fieldPath(parameter, path);
}

function decode(name: string, text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new ApiError('invalid-argument', `${name} is not valid percent-encoding.`, { cause });
  }
}
