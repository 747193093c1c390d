import { type FieldType, type Literal, quotedLiteral, type Reading, readLiteral, type ValueType } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Filter, ReadFilter } from './filter.ts';
import type { ListQuery } from './list-query.ts';

/**
 * Gives each condition of a query the meaning that the storage's fields have.
 * @throws {ApiError} invalid-argument for a bare literal that is no value of its field's type, with the form that finds it as a text
 */
export function readFilters({ byPath }: Catalogue, { filters, zone }: Pick<ListQuery, 'filters' | 'zone'>): ReadFilter[] {
  return filters.map((filter) => {
    const { path, operator, literals } = filter;
    const type = times.includes(path) ? time : byPath.get(path)?.declared;
    const isRead = operator !== '~' && path !== 'id';
    return { ...filter, type, zone, readings: isRead ? literals.map((literal) => reading(filter, literal, { type, zone })) : [] };
  });
}

const times = ['createdAt', 'updatedAt', 'deletedAt'];
const time: ValueType = { type: 'dateTime' };

/** @param zone of the query goes before that of the field @returns what to read a literal by */
export function literalType(type: ValueType | undefined, zone: string | undefined): ValueType | undefined {
  return type && zone ? { ...type, zone } : type;
}

function reading(
  { path, operator }: Filter,
  literal: Literal,
  { type, zone }: { type: ValueType | undefined; zone: string | undefined },
): Reading {
  const meant = readLiteral(literal, literalType(type, zone));
  if (meant) return meant;
  const wanted = wants[type?.of ?? type?.type ?? 'text'] ?? 'a value of its type';
  const quoted = `${path}${operator}${quotedLiteral(literal.text.slice(0, 80))}`;
  throw invalidField(path, `${path} is compared with ${wanted}. For records that have this as a text, write ${quoted}.`);
}

const wants: Partial<Record<FieldType, string>> = {
  number: 'a number',
  integer: 'a whole number',
  decimal: 'a decimal such as 12.50',
  boolean: 'true or false',
  date: 'a date such as 2026-03-29',
  dateTime: 'a time such as 2026-03-29T12:00:00Z, or a date',
};
