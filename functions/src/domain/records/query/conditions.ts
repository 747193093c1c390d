import { fold, unaccented } from '@bedplate/contract';
import type { Condition } from '../../../store/model/query-spec.ts';
import { type Catalogue, type CatalogueField, isSurelyAbsent, markedFields } from '../index/catalogue.ts';
import { incomplete } from '../index/index-record.ts';
import { indexValueOf } from '../index/index-value.ts';
import { longTextToken, searchTokens } from '../../search-text/tokens.ts';
import { askedValues } from './asked-values.ts';
import type { ReadFilter } from './filter.ts';

/** Firestore evaluates at most 30 disjunctions, and 100 filters over all of them. https://firebase.google.com/docs/firestore/query-data/queries */
export const maxDisjuncts = 30;
const maxTerms = 90;

/** The part of a query that automatic single-field indexes can decide, in key order. */
export interface IndexedPart {
  /** ANDed. */
  readonly where: readonly Condition[];
  /** Filters that `where` does not decide exactly: to be checked on each record. */
  readonly rest: readonly ReadFilter[];
  /** True when `where` finds exactly the matching records, so that a count is the total. */
  readonly exact: boolean;
  /** True when nearly all that `where` finds matches: the rest differs by what the index does not keep of a text. */
  readonly near: boolean;
  /** True when no record can match: a value is asked of a field that no record has. */
  readonly impossible: boolean;
  /** Of `where`: what Firestore makes of it, and the filters in each. */
  readonly disjuncts: number;
  readonly terms: number;
}

interface Served {
  readonly condition: Condition;
  readonly exact: boolean;
  readonly disjuncts: number;
  /** Filters in one disjunct. */
  readonly terms: number;
}

/** Splits a query into what equality indexes serve, as long as Firestore's limits allow, and the rest. @param searches folded; each record has one of each */
export function indexedPart(catalogue: Catalogue, filters: readonly ReadFilter[], searches: readonly (readonly string[])[]): IndexedPart {
  const where: Condition[] = [];
  const rest: ReadFilter[] = [];
  let exact = true;
  let disjuncts = 1;
  let terms = 2;
  const add = (served: Served | null): boolean => {
    if (!served || disjuncts * served.disjuncts > maxDisjuncts) return false;
    if (disjuncts * served.disjuncts * (terms + served.terms) > maxTerms) return false;
    where.push(served.condition);
    disjuncts *= served.disjuncts;
    terms += served.terms;
    exact &&= served.exact;
    return true;
  };

  for (const filter of filters.filter(({ operator }) => operator === '=')) {
    if (isSurelyAbsent(catalogue, filter.path) && !isSystemPath(filter.path)) {
      if (!asksMissing(filter)) return impossible;
      continue;
    }
    if (!add(equality(catalogue, filter))) rest.push(filter);
  }
  const isSearched = searches.map((parts) => add(containing(catalogue, parts))).every(Boolean);
  if (!isSearched) exact = false;
  for (const filter of filters.filter(({ operator }) => operator !== '=')) {
    if (isSurelyAbsent(catalogue, filter.path) && !isSystemPath(filter.path)) {
      if (filter.operator === '!=' && !asksMissing(filter)) continue;
      return impossible;
    }
    if (
      filter.operator !== '~' ||
      !add(
        containing(
          catalogue,
          filter.literals.map(({ text }) => fold(text)),
        ),
      )
    )
      rest.push(filter);
  }
  const isServed = isSearched && rest.length === 0;
  return { where, rest, exact: exact && isServed, near: isServed, impossible: false, disjuncts, terms };
}

const impossible: IndexedPart = { where: [], rest: [], exact: true, near: true, impossible: true, disjuncts: 1, terms: 0 };

/** @returns the part for records that one of several parts finds; null when indexes do not decide each of them, or for too much to ask at once */
export function anyPart(parts: readonly IndexedPart[]): IndexedPart | null {
  if (parts.some(({ where, near }) => where.length === 0 || !near)) return null;
  const disjuncts = parts.reduce((sum, part) => sum + part.disjuncts, 0);
  const terms = parts.reduce((sum, part) => sum + part.disjuncts * part.terms, 0);
  if (disjuncts > maxDisjuncts || terms > maxTerms) return null;
  const where = [any(parts.map((part) => all(part.where)))];
  return { where, rest: [], exact: parts.every(({ exact }) => exact), near: true, impossible: false, disjuncts, terms: terms / disjuncts };
}

export function isSystemPath(path: string): boolean {
  return path === 'id' || path === 'createdAt' || path === 'updatedAt';
}

/** Finds a superset of the records without a scalar at the field, in key order; null when it needs a scan. */
export function lacking(catalogue: Catalogue, field: CatalogueField): Condition[] | null {
  if (field.number >= markedFields || field.unknownTo.length > maxDisjuncts - 5) return null;
  return [[`idx.${field.code}`, '==', null], known([...field.unknownTo, ...(catalogue.wide ? [incomplete] : [])])];
}

function asksMissing({ readings }: ReadFilter): boolean {
  return readings.some(({ missing }) => missing);
}

/** @returns how many questions an equality is to the indexes; 0 where they do not decide it */
export function disjunctsOf(catalogue: Catalogue, filter: ReadFilter): number {
  return equality(catalogue, filter)?.disjuncts ?? 0;
}

function equality(catalogue: Catalogue, filter: ReadFilter): Served | null {
  const field = catalogue.byPath.get(filter.path);
  const asked = field && askedValues(catalogue, field, filter);
  if (!asked) return null;
  const { scalars, tokens, exact } = asked;
  const asksNull = asksMissing(filter);
  const absent = asksNull ? lacking(catalogue, field) : [];
  if (!absent) return null;
  const either: Condition[] = [
    ...(scalars.length === 0 ? [] : [oneOf(`idx.${field.code}`, scalars.map(indexValueOf))]),
    ...tokens.map((token): Condition => [token, '==', true]),
    ...absent,
    ...(catalogue.wide && !asksNull ? [known([incomplete])] : []),
  ];
  const disjuncts = Math.max(1, scalars.length + tokens.length) + (asksNull ? field.unknownTo.length + 2 : 0) + (catalogue.wide ? 1 : 0);
  return { condition: any(either), exact: exact && !asksNull && !catalogue.wide, disjuncts, terms: 1 };
}

/** @param parts folded */
function containing(catalogue: Catalogue, parts: readonly string[]): Served | null {
  if (!catalogue.grams) return null;
  // Records of 0.1.0 are found by the words as they stand, later ones without accents too.
  const searches = [...new Set(parts.flatMap((part) => [part, unaccented(part)]))].map(searchTokens);
  if (searches.some((tokens) => tokens.length === 0)) return null;
  const each = searches.map((tokens): Condition => all(tokens.map((token): Condition => [token, '==', true])));
  const terms = Math.max(...searches.map((tokens) => tokens.length));
  return { condition: any([...each, [longTextToken, '==', true]]), exact: false, disjuncts: each.length + 1, terms };
}

const known = (sizes: readonly number[]) => oneOf('known', sizes);

function oneOf(path: string, values: readonly unknown[]): Condition {
  return values.length === 1 ? [path, '==', values[0]] : [path, 'in', [...values]];
}

function any(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only && conditions.length === 1 ? only : { or: conditions };
}

function all(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only && conditions.length === 1 ? only : { and: conditions };
}
