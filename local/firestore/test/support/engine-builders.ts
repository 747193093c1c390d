import type { FieldFilter, FieldOperator, Filter, StructuredQuery } from '../../src/model/query.ts';
import type { Value } from '../../src/model/value.ts';
import type { DeleteWrite, UpdateWrite } from '../../src/model/write.ts';

/** An update write; without a mask it replaces the document. */
export function put(path: string, fields: Record<string, Value>, more: Partial<UpdateWrite> = {}): UpdateWrite {
  return { kind: 'update', path, fields: new Map(Object.entries(fields)), transforms: [], ...more };
}

export function remove(path: string): DeleteWrite {
  return { kind: 'delete', path };
}

/** A query on one root collection. */
export function query(collectionId: string, more: Partial<StructuredQuery> = {}): StructuredQuery {
  return { parent: '', from: [{ collectionId, allDescendants: false }], orderBy: [], offset: 0, ...more };
}

export function where(field: string, op: FieldOperator, value: Value): FieldFilter {
  return { kind: 'field', field: field.split('.'), op, value };
}

export function and(...filters: Filter[]): Filter {
  return { kind: 'composite', op: 'AND', filters };
}

export function or(...filters: Filter[]): Filter {
  return { kind: 'composite', op: 'OR', filters };
}

export function asc(...fields: string[]): StructuredQuery['orderBy'] {
  return fields.map((field) => ({ field: field.split('.'), direction: 'ASCENDING' }));
}

export function desc(...fields: string[]): StructuredQuery['orderBy'] {
  return fields.map((field) => ({ field: field.split('.'), direction: 'DESCENDING' }));
}

export function map(fields: Record<string, Value>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(fields));
}
