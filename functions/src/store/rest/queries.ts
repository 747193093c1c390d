import { type Condition, documentId, isFieldCondition, type Operator, type QuerySpec } from '../model/query-spec.ts';
import type { Rows } from '../model/row.ts';
import { address, toRow, type WireDocument } from './documents.ts';
import { FirestoreError } from './transport.ts';
import { decodeTime, encodeValue, type WireValue } from './values.ts';

export interface QueryAnswer {
  readonly document?: WireDocument;
  readonly readTime?: string;
  /** In the first answer of a read that began one. */
  readonly transaction?: string;
}

export interface CountAnswer {
  readonly result?: { readonly aggregateFields: { readonly count: { readonly integerValue: string } } };
  readonly explainMetrics?: { readonly executionStats?: { readonly readOperations?: string } };
  readonly transaction?: string;
}

/** @returns the full names of the document above a query's collection, and of the collection */
export function placeOf({ from }: QuerySpec, root: string): { parent: string; collection: string } {
  const slash = from.lastIndexOf('/');
  return { parent: slash < 0 ? root : `${root}/${address(from.slice(0, slash))}`, collection: `${root}/${from}` };
}

/** @returns the body of a runQuery */
export function queried(spec: QuerySpec, collection: string): object {
  return { structuredQuery: structuredQuery(spec, collection) };
}

/** @returns the body of a runAggregationQuery that counts */
export function aggregated(spec: QuerySpec, collection: string): object {
  return { structuredAggregationQuery: { ...queried(spec, collection), aggregations: [{ alias: 'count', count: {} }] } };
}

/** @throws {FirestoreError} when an answer is not whole */
export function rowsIn<T>(answers: readonly QueryAnswer[], root: string): Rows<T> {
  const readTime = answers.at(-1)?.readTime;
  if (!readTime) throw new FirestoreError(13, 'Firestore sent no read time.');
  return { rows: answers.flatMap(({ document }) => (document ? [toRow<T>(document, root)] : [])), readTime: decodeTime(readTime) };
}

/** @returns the count, and the billed reads: as Firestore states them, else one for each started 1,000 */
export function countIn(answers: readonly CountAnswer[]): { count: number; reads: number } {
  const count = Number(answers.find(({ result }) => result)?.result?.aggregateFields.count.integerValue ?? 0);
  const stated = answers.find(({ explainMetrics }) => explainMetrics)?.explainMetrics?.executionStats?.readOperations;
  return { count, reads: stated === undefined ? Math.max(1, Math.ceil(count / 1000)) : Number(stated) };
}

const operators: Readonly<Record<Operator, string>> = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  'array-contains': 'ARRAY_CONTAINS',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
};

/**
 * @param collection full name of the collection, which turns ids into names
 * @returns a StructuredQuery: https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery
 */
function structuredQuery(spec: QuerySpec, collection: string): object {
  const filters = (spec.where ?? []).map((condition) => filterOf(condition, collection));
  const [only] = filters;
  const cursor = (values: readonly unknown[], before: boolean) => ({
    values: values.map((value, i) => valueOf(spec.orderBy?.[i]?.[0] ?? '', value, collection)),
    before,
  });
  return {
    from: [{ collectionId: collection.slice(collection.lastIndexOf('/') + 1) }],
    ...(only ? { where: filters.length === 1 ? only : { compositeFilter: { op: 'AND', filters } } } : {}),
    ...(spec.orderBy?.length
      ? {
          orderBy: spec.orderBy.map(([path, direction]) => ({
            field: fieldOf(path),
            direction: direction === 'asc' ? 'ASCENDING' : 'DESCENDING',
          })),
        }
      : {}),
    ...(spec.startAt ? { startAt: cursor(spec.startAt, true) } : {}),
    ...(spec.startAfter ? { startAt: cursor(spec.startAfter, false) } : {}),
    ...(spec.endAt ? { endAt: cursor(spec.endAt, false) } : {}),
    ...(spec.endBefore ? { endAt: cursor(spec.endBefore, true) } : {}),
    ...(spec.limit === undefined ? {} : { limit: spec.limit }),
    ...(spec.offset ? { offset: spec.offset } : {}),
    ...(spec.select ? { select: { fields: (spec.select.length > 0 ? spec.select : [documentId]).map(fieldOf) } } : {}),
  };
}

function filterOf(condition: Condition, collection: string): object {
  if (!isFieldCondition(condition)) {
    const [op, parts] = 'or' in condition ? ['OR', condition.or] : ['AND', condition.and];
    const filters = parts.map((part) => filterOf(part, collection));
    return filters.length === 1 && filters[0] ? filters[0] : { compositeFilter: { op, filters } };
  }
  const [path, operator, value] = condition;
  const field = fieldOf(path);
  if (value === null && operator === '==') return { unaryFilter: { op: 'IS_NULL', field } };
  if (value === null && operator === '!=') return { unaryFilter: { op: 'IS_NOT_NULL', field } };
  return { fieldFilter: { field, op: operators[operator], value: valueOf(path, value, collection) } };
}

function valueOf(path: string, value: unknown, collection: string): WireValue {
  if (path !== documentId) return encodeValue(value);
  if (Array.isArray(value)) return { arrayValue: { values: value.map((id) => valueOf(path, id, collection)) } };
  return { referenceValue: `${collection}/${String(value)}` };
}

function fieldOf(path: string): { fieldPath: string } {
  return { fieldPath: dotted(path) };
}

export function dotted(path: string): string {
  return path.split('.').map(segment).join('.');
}

export function segment(name: string): string {
  return /^[a-zA-Z_][a-zA-Z_0-9]*$/.test(name) ? name : `\`${name.replaceAll(/[`\\]/g, '\\$&')}\``;
}
