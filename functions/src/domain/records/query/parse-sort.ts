import { limits, splitEscaped } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { fieldPath } from './parse-filter.ts';
import type { ListQuery, Sort } from './list-query.ts';
import { isByKey } from './order.ts';

/**
 * Reads `price` with its `sortOrder`, `-price`, and `-price,title`, where each field has its own direction. In a name a backslash makes
 * a comma a character.
 * @throws {ApiError} invalid-argument
 */
export function sortsOf(text: string, order: string | undefined): Pick<ListQuery, 'sort' | 'thenBy'> {
  const [first = '', ...more] = splitEscaped(text, ',');
  if (more.length === 0) return { sort: oneSort(first, order) };
  if (order) throw invalidField('sortOrder', say('sortOrderOfOne'));
  const sorts = [first, ...more].map((one) => oneSort(one.trim(), /^[-+]/.test(one.trim()) ? undefined : 'asc'));
  if (sorts.length > limits.sortFields) throw invalidField('sortBy', say('namesMany', { name: 'sortBy', max: limits.sortFields }));
  const unique = sorts.findIndex(isByKey);
  if (unique >= 0 && unique < sorts.length - 1) throw invalidField('sortBy', say('sortBehindUnique', { path: sorts[unique]?.path ?? '' }));
  const twice = sorts.find(({ path }, i) => sorts.findIndex((sort) => sort.path === path) < i);
  if (twice) throw invalidField('sortBy', say('namedTwice', { path: twice.path.slice(0, 80), name: 'sortBy' }));
  const [sort = oneSort(first, order), ...thenBy] = sorts;
  return { sort, thenBy };
}

/** Reads `price` and, as other systems write a descending order, `-price`. */
function oneSort(text: string, order: string | undefined): Sort {
  const [, sign, path = ''] = /^([-+ ]?)(.*)$/s.exec(text) ?? [];
  const signed = { '-': 'desc', '+': 'asc', ' ': 'asc' }[sign ?? '']; // a plus sign in an address is a space
  const direction = directionOf(order || signed);
  if (signed && signed !== direction) throw invalidField('sortOrder', say('sortContradicts', { sort: text.slice(0, 80), direction }));
  return sortOf(path, direction);
}

/** Ids are made newest first, so their descending order is that of ascending times. */
export function sortOf(path: string, direction: 'asc' | 'desc'): Sort {
  if (path === 'id' && direction === 'desc') return { path: 'createdAt', direction: 'asc' };
  return { path: fieldPath('sortBy', path), direction };
}

function directionOf(text: string | undefined): 'asc' | 'desc' {
  const direction = (text || 'desc').toLowerCase();
  if (direction !== 'asc' && direction !== 'desc')
    throw invalidField('sortOrder', say('parameterOneOf', { name: 'sortOrder', allowed: 'asc, desc' }));
  return direction;
}
