import { type FieldType, type Literal, quotedLiteral, type Reading, readLiteral, type ValueType } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { askedAs } from './bound-query.ts';
import type { Filter, ReadFilter } from './filter.ts';
import type { ListQuery } from './list-query.ts';

/**
 * Gives each condition of a query the meaning that the storage's fields have.
 * @throws {ApiError} invalid-argument for a bare literal that is no value of its field's type, with the form that finds it as a text
 */
export function readFilters(catalogue: Catalogue, { filters, zone, bound }: Pick<ListQuery, 'filters' | 'zone' | 'bound'>): ReadFilter[] {
  const { byPath } = catalogue;
  return filters.map((asked) => {
    const filter = asked.operator === 'near' ? { ...asked, path: placeField(catalogue, asked.path, bound?.unknown) } : asked;
    const { path, operator, literals } = filter;
    const type = times.includes(path) ? time : byPath.get(path)?.declared;
    const isRead = operator !== '~' && operator !== 'near' && path !== 'id';
    return { ...filter, type, zone, readings: isRead ? literals.map((literal) => reading(filter, literal, { type, zone })) : [] };
  });
}

/** @param hidden from the caller: such a place is none, and is not named @returns the field that `near` is about @throws {ApiError} invalid-argument where that is no field, or several */
function placeField({ places, byPath }: Catalogue, path: string, hidden: ReadonlySet<string> | undefined): string {
  const isShown = (place: string) => askedAs(hidden, place) === place;
  if (byPath.get(path)?.declared?.type === 'geo' && isShown(path)) return path;
  const [only, second] = places.filter((place) => isShown(place.path));
  if (path !== '') throw invalidField('near', say('notGeo', { path: path.slice(0, 80) }));
  if (!only) throw invalidField('near', say('geoNone'));
  if (second) throw invalidField('near', say('geoMany', { path: only.path }));
  return only.path;
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
  const wanted = worded.find((one) => one === (type?.of ?? type?.type)) ?? 'ofType';
  const quoted = `${path}${operator}${quotedLiteral(literal.text.slice(0, 80))}`;
  throw invalidField(path, say(`compared.${wanted}`, { field: path, quoted }));
}

/** Types whose values have a name and an example. */
const worded = ['number', 'integer', 'decimal', 'boolean', 'date', 'dateTime', 'geo'] as const satisfies readonly FieldType[];
