import { type Condition, documentId, isFieldCondition, type Operator, type QuerySpec } from '../model/query-spec.ts';
import { encodeValue, type WireValue } from './values.ts';

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
export function structuredQuery(spec: QuerySpec, collection: string): object {
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
  return { fieldPath: path.split('.').map(segment).join('.') };
}

export function segment(name: string): string {
  return /^[a-zA-Z_][a-zA-Z_0-9]*$/.test(name) ? name : `\`${name.replaceAll(/[`\\]/g, '\\$&')}\``;
}
