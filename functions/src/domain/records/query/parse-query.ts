import { fold, limits, listParameters } from '@bedplate/contract';
import { type ApiError, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { type DateBounds, dateBounds, moment } from './date-bounds.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import { checkedFilter, fieldPath } from './parse-filter.ts';
import { isNear, parseNear } from './parse-near.ts';
import { eachWithEach, parseOr } from './parse-or.ts';
import { isRank, parseRank } from './parse-rank.ts';
import type { Rank } from './searched-words.ts';
import { sortsOf } from './parse-sort.ts';
import { type Condition, splitQuery } from './split-query.ts';
import { zoneOf } from '../../../validation/zone-of.ts';

/** Parameters with a meaning of their own in a list; `filter[name]` reaches a field of the same name. */
type Reserved = Exclude<(typeof listParameters)[number], 'op' | 'groupBy' | 'or'>;
const reserved = listParameters.filter((name) => name !== 'op' && name !== 'groupBy');

/** @param raw the URL's undecoded query string, without "?" @throws {ApiError} invalid-argument naming the parameter */
export function parseListQuery(raw: string): ListQuery {
  const meant = splitQuery(raw, isReservedName).filter(isMeant);
  const rank = rankOf(meant.filter(isRank));
  const near = nearOf(meant.filter(isNear));
  const conditions = meant.filter((condition) => !isRank(condition) && !isNear(condition));
  const given = plainParameters(conditions);
  const zone = zoneOf(given.zone);
  const compared = conditions.filter((condition) => !isReserved(condition));
  const all = compared.map((condition) => checkedFilter(condition, zone));
  const filters = [...all.filter((filter) => !isCreationTime(filter) && filter.path !== 'is_deleted'), ...(near ? [near] : [])];
  const either = alternativesOf(conditions);
  const alternatives = [...new Set(either?.flat())];
  if (all.length > limits.filtersPerQuery) throw invalidField('filter', say('conditionsMany', { max: limits.filtersPerQuery }));
  if (alternatives.length > limits.orConditions) throw invalidField('or', say('orConditionsMany', { max: limits.orConditions }));
  const search = searchOf(given.search);
  const cursor = given.cursor || undefined;
  const fields = fieldsOf(given.fields ?? '');
  const sorts = sortsOf(given.sortBy || 'createdAt', given.sortOrder);
  const named = [
    ...[...compared, ...alternatives].map(({ name, bracketed, operator, value }) => ({
      parameter: name,
      path: name,
      isPlain: !bracketed && operator === '=',
      value,
    })),
    ...(given.sortBy ? [sorts.sort, ...(sorts.thenBy ?? [])].map(({ path }) => ({ parameter: 'sortBy', path })) : []),
    ...(fields ?? []).map((path) => ({ parameter: 'fields', path })),
    ...(near && near.path !== '' ? [{ parameter: 'near', path: near.path }] : []),
    ...(rank?.weights ?? []).map(({ path }) => ({ parameter: 'rank', path })),
  ];
  const page = wholeNumber('page', given.page, limits.pageMax) ?? 1;
  if (cursor && given.page !== undefined) throw invalidField('cursor', say('pageOrCursor'));
  const deleted: ListQuery['deleted'] = askedByField(all) ?? oneOf('deleted', given.deleted || 'no', ['no', 'only', 'include']);
  if (rank && search === undefined) throw invalidField('rank', say('rankNeedsSearch'));
  if (rank && given.sortBy) throw invalidField('rank', say('twoOrders', { one: 'rank', other: 'sortBy' }));
  if (rank && deleted !== 'no') throw invalidField('rank', say('notInTrash', { name: 'rank' }));
  if (near && rank) throw invalidField('near', say('twoOrders', { one: 'near', other: 'rank' }));
  if (near && deleted !== 'no') throw invalidField('near', say('notInTrash', { name: 'near' }));
  return {
    filters,
    ...(near && !given.sortBy ? { byDistance: true as const } : {}),
    ...(rank ? { rank } : {}),
    ...(either ? { either: either.map((set) => set.map((condition) => checkedFilter(condition, zone))) } : {}),
    ...narrowed(dateBounds(['dateFrom', given.dateFrom], ['dateTo', given.dateTo], zone), all.filter(isCreationTime), zone),
    ...(zone ? { zone } : {}),
    ...(search === undefined ? {} : { search }),
    ...(cursor ? { cursor } : {}),
    ...(fields ? { fields } : {}),
    ...(given.expand ? { expand: given.expand } : {}),
    ...sorts,
    page,
    limit: wholeNumber('limit', given.limit, limits.listLimit) ?? limits.listLimitDefault,
    deleted,
    explain: oneOf('explain', given.explain || 'false', ['true', 'false']) === 'true',
    ...(named.length > 0 ? { named } : {}),
  };
}

function rankOf([first, second]: readonly Condition[]): Rank | undefined {
  if (second) throw invalidField('rank', say('parameterTwice', { name: 'rank' }));
  return first && parseRank(first.raw);
}

function nearOf([first, second]: readonly Condition[]): Filter | undefined {
  if (second) throw invalidField('near', say('parameterTwice', { name: 'near' }));
  return first && parseNear(first.raw);
}

/** Some libraries add `_=1732550400` to keep an answer out of caches. */
function isMeant({ name, bracketed }: Condition): boolean {
  return bracketed || name !== '_';
}

/** The kinds of work that take the conditions of a query without its order and pages. */
export type ConditionsOf = 'count' | 'totals' | 'update' | 'delete' | 'view';

/**
 * @returns the conditions of a query that takes no paging or sorting @throws {ApiError} invalid-argument for any other parameter
 */
export function parseCountQuery(raw: string, what: ConditionsOf = 'count'): ListQuery {
  const unexpected = splitQuery(raw, isReservedName).find(
    (c) => isRank(c) || (isReserved(c) && !['dateFrom', 'dateTo', 'zone', 'search', 'or', 'deleted', 'explain'].includes(c.name)),
  );
  if (unexpected) throw invalidField(unexpected.name, say(`noMeaning.${what}`, { name: unexpected.name }));
  return parseListQuery(raw);
}

function isReservedName(name: string): boolean {
  return (reserved as readonly string[]).includes(name);
}

function isReserved({ name, bracketed }: Condition): boolean {
  return !bracketed && isReservedName(name);
}

/** @returns the sets of conditions that `or` asks for, in all its parameters together; undefined without any */
function alternativesOf(conditions: readonly Condition[]): Condition[][] | undefined {
  const asked = conditions.filter(isOr);
  if (asked.length === 0) return undefined;
  for (const { operator } of asked) if (operator !== '=') throw notPlain('or');
  const texts = [...new Set(asked.map(({ raw }) => raw))]; // the same one twice asks for nothing more
  const sets = texts.map(parseOr).reduce<Condition[][]>(eachWithEach, [[]]);
  for (const condition of sets.flat()) {
    const { name, bracketed } = condition;
    if (!isNear(condition) && (bracketed || (name !== 'is_deleted' && !isReservedName(name)))) continue;
    throw invalidField(name, say('notInOr', { name }));
  }
  return sets;
}

function isOr({ name, bracketed }: Condition): boolean {
  return !bracketed && name === 'or';
}

/** Conditions on createdAt are bounds of the list's own order, like dateFrom and dateTo. */
export function isCreationTime({ path, operator }: Filter): boolean {
  return path === 'createdAt' && operator !== '!=';
}

/** Maps a filter on `is_deleted`, which only shows whether a record is in the trash. */
function askedByField(filters: readonly Filter[]): 'no' | 'only' | undefined {
  const asked = filters.filter(({ path }) => path === 'is_deleted');
  const [first] = asked;
  if (!first) return undefined;
  const value = first.literals[0]?.text ?? '';
  const isPlain = (first.operator === '=' || first.operator === '!=') && first.literals.length === 1;
  if (asked.length > 1 || !isPlain || !['true', 'false'].includes(value)) {
    throw invalidField('is_deleted', say('isDeletedOnce'));
  }
  return (value === 'true') === (first.operator === '=') ? 'only' : 'no';
}

/** @returns the bounds with those that conditions on createdAt add */
export function narrowed(bounds: DateBounds, filters: readonly Filter[], zone: string | undefined): DateBounds {
  let { createdFrom = Number.NEGATIVE_INFINITY, createdTo = Number.POSITIVE_INFINITY } = bounds;
  for (const { operator, literals } of filters) {
    const { first, last } = moment('createdAt', literals[0]?.text ?? '', zone);
    if (operator === '=' || operator === '>=') createdFrom = Math.max(createdFrom, first);
    if (operator === '=' || operator === '<=') createdTo = Math.min(createdTo, last);
    if (operator === '>') createdFrom = Math.max(createdFrom, last + 1);
    if (operator === '<') createdTo = Math.min(createdTo, first - 1);
  }
  return { ...(createdFrom > 0 ? { createdFrom } : {}), ...(Number.isFinite(createdTo) ? { createdTo } : {}) };
}

function plainParameters(conditions: readonly Condition[]): Partial<Record<Reserved, string>> {
  const given: Partial<Record<Reserved, string>> = {};
  for (const condition of conditions.filter((one) => isReserved(one) && !isOr(one))) {
    const name = condition.name as Reserved; // isReserved has checked
    if (condition.operator !== '=') throw notPlain(name);
    if (given[name] !== undefined) throw invalidField(name, say('parameterTwice', { name }));
    given[name] = condition.raw;
  }
  return given;
}

function notPlain(name: string): ApiError {
  return invalidField(name, say('plainValue', { name }));
}

function searchOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (text.length > limits.searchLength) throw invalidField('search', say('searchLong', { max: limits.searchLength }));
  return fold(text);
}

/** @returns undefined where none is named, as by an empty value */
function fieldsOf(list: string): string[] | undefined {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 100) throw invalidField('fields', say('namesMany', { name: 'fields', max: 100 }));
  return names.length > 0 ? names.map((name) => fieldPath('fields', name)) : undefined;
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const known = allowed.find((candidate) => candidate === value);
  if (!known) throw invalidField(name, say('parameterOneOf', { name, allowed: allowed.join(', ') }));
  return known;
}

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw invalidField(name, say('parameterWhole', { name, min: 1, max }));
  return number;
}
