import { nearParameter, type QueryWarning, systemFields } from '@bedplate/contract';
import { inEnglish, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { type Catalogue, isSurelyAbsent } from '../index/catalogue.ts';

/** A field that a query names. */
export interface NamedField {
  /** Where it is named: a filter's own name, or sortBy, fields, op, groupBy. */
  readonly parameter: string;
  readonly path: string;
  /** A parameter by name and value alone, which may be meant for something else than a field. */
  readonly isPlain?: boolean;
  readonly value?: string;
}

/** @returns the fields of a query that no record of the storage has ever had */
export function absentFields(catalogue: Catalogue, named: readonly NamedField[]): NamedField[] {
  return named.filter(({ path }) => !isOfServer(path) && isSurelyAbsent(catalogue, path));
}

/**
 * Says which names of a query no record knows. Decision 040.
 * @throws {ApiError} invalid-argument for one that is meant for a parameter, for several fields in one, or for an operator
 */
export function warningsOf(catalogue: Catalogue, named: readonly NamedField[]): QueryWarning[] {
  const absent = absentFields(catalogue, named).map((field) => {
    refuseMistake(catalogue, field);
    return { field: field.parameter.slice(0, 80), message: sentence(catalogue, field) };
  });
  return [...absent, ...named.flatMap(operatorInValue)].slice(0, mostWarnings);
}

/** Tells of `price=gt.5`, an operator of another system that is compared as a text here. */
function operatorInValue({ path, isPlain, value = '' }: NamedField): QueryWarning[] {
  const [, operator = '', rest = ''] = /^(?:not\.)?(eq|ne|neq|gt|gte|lt|lte|like|ilike|is|in)[.:](.*)$/s.exec(value) ?? [];
  if (!isPlain || operator === '') return [];
  const field = path.slice(0, 80);
  const spelled = `${field}${operators[operator] ?? '='}${operator === 'in' ? '' : rest.slice(0, 80)}`;
  return [{ field, message: `${field} is compared with the whole text "${value.slice(0, 80)}". An operator is written as in ${spelled}.` }];
}

const mostWarnings = 20;

function isOfServer(path: string): boolean {
  const top = path.split('.')[0] ?? '';
  return top === 'password' || (systemFields as readonly string[]).includes(top);
}

function refuseMistake(catalogue: Catalogue, { parameter, path, isPlain }: NamedField): void {
  const shown = path.slice(0, 80);
  if (parameter === 'sortBy' && /[,:;\s]|\.(?:asc|desc)$/i.test(path)) throw invalidField('sortBy', say('sortByShape'));
  if (parameter === 'groupBy' && (periods.test(path) || turnedPeriod.test(path))) throw invalidField('groupBy', say('groupByShape'));
  if (!isPlain) return;
  if (path === 'op' || path === 'groupBy') throw invalidField(path, say('aggregateOnly', { name: path }));
  const advice = nearParameter(path);
  if (advice) throw invalidField(shown, mistaken(shown, advice));
  const compared = comparison(path);
  if (compared && (compared.isSure || catalogue.byPath.has(compared.field)))
    throw invalidField(shown, say('notAField', { name: shown, spelling: `${compared.field.slice(0, 80)}${compared.spelling}` }));
}

/** Most advice names a parameter. */
function mistaken(name: string, advice: string) {
  const [, meant] = /^take (.+)$/.exec(advice) ?? [];
  return meant === undefined ? say('conditionMeant', { name }) : say('parameterInstead', { name, meant });
}

const periods = /^(?:minute|hours?|hourly|days?|daily|date|weeks?|weekly|months?|monthly|quarter|year|yearly)$/i;
/** `paidAt:month` and `month(paidAt)` for `month:paidAt`. */
const turnedPeriod = /^(?:.+:(?:hour|day|week|month)|(?:hour|day|week|month)\(.+\))$/i;
const totals = /^(?:sum|avg|average|min|max|count)$/i;

const operators: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '!=',
  neq: '!=',
  not: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: '=a|b',
  like: '~',
  ilike: '~',
  contains: '~',
  icontains: '~',
  is: '=',
};

/** Operators of other systems: `amount[gte]`, `amount[$gte]`, `amount__gte`, and `amount_gte` where there is a field `amount`. */
function comparison(path: string): { field: string; spelling: string; isSure: boolean } | null {
  const [, field = '', bracketed, dunder, single] = /^(.+?)(?:\[\$?([a-z]+)\]|__([a-z]+)|_([a-z]+))$/i.exec(path) ?? [];
  const spelling = operators[(bracketed ?? dunder ?? single ?? '').toLowerCase()];
  return spelling === undefined ? null : { field, spelling, isSure: single === undefined };
}

function sentence(catalogue: Catalogue, { parameter, path, isPlain }: NamedField): string {
  if (isPlain && totals.test(path)) return `${absentSentence(path, parameter)} ${inEnglish(say('totalSpelled'))}`;
  const plain = plainName(path);
  const similar = [...systemFields, ...catalogue.fields.map((field) => field.path)].find((known) => plainName(known) === plain);
  return `${absentSentence(path, parameter)}${similar ? ` Did you mean ${similar}?` : ''}`;
}

/** @param parameter that names the field, or the field itself where it is a condition */
export function absentSentence(path: string, parameter: string): string {
  const name = path.slice(0, 80);
  return inEnglish(parameter === path ? say('fieldOfNone', { name }) : say('fieldNamedOfNone', { parameter, name }));
}

/** `created_at` is meant for `createdAt`. */
function plainName(path: string): string {
  return path.toLowerCase().replace(/[_-]/g, '');
}
