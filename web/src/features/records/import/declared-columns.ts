import { holdsEmptyText, holdsNumbers, type Unsure } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import type { Column } from './columns.ts';

/**
 * @returns the columns of a table, those that go to declared fields read by their declarations: the cells tell of others alone. What the
 * server computes is left out.
 */
export function declaredColumns(columns: readonly Column[], fields: DeclaredFields): Column[] {
  return columns.map((column) => byField(column, fields));
}

/** @returns the column once it goes to another field, whose declaration says how it is read */
export function sentTo(column: Column, field: string, fields: DeclaredFields): Column {
  const moved = { ...column, field };
  return ownValue(fields, field) === column.declared ? moved : byField(moved, fields);
}

function byField(column: Column, fields: DeclaredFields): Column {
  const declared = ownValue(fields, column.field);
  const isIncluded = column.isIncluded && declared?.computed === undefined;
  if (column.type === 'keep') return { ...column, declared: declared?.computed && declared, isIncluded }; // values of JSON have types
  const guessed = column.guessed ?? column.type;
  return { ...column, guessed, declared, type: declared ? 'declared' : guessed, isIncluded };
}

/** @returns whether the person is asked how to read the cells; a column of several kinds has a note instead */
export function isAsked(column: Column): boolean {
  return isOpen(column) && column.type !== 'mixed';
}

/** @returns whether the cells leave a question open: texts stay as they are spelt */
export function isOpen(column: Column): boolean {
  const { isIncluded, forms, declared } = column;
  return isIncluded && unsureIn(column) !== undefined && forms === undefined && !(declared && holdsEmptyText(declared.type));
}

/** @returns the question that the cells leave open for the field that they go to */
export function unsureIn({ unsure, hasCommas, declared }: Column): Unsure | undefined {
  return unsure ?? (hasCommas && declared && holdsNumbers(declared) ? 'comma' : undefined);
}
