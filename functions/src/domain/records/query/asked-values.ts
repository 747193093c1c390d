import { exactKey, numberOfKey, readLiteral, type Reading, type Scalar, type ValueType } from '@bedplate/contract';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { isSettled, mayBeExact } from '../index/field-forms.ts';
import { tokenOfElement } from '../index/element-tokens.ts';
import { firstForm } from '../index/first-form.ts';
import { exactForm, type SortValue } from '../index/index-value.ts';
import { markedText } from '../index/plain-value.ts';
import type { ReadFilter } from './filter.ts';
import { literalType } from './read-filters.ts';

/** The part of an equality that indexes decide. */
export interface AskedValues {
  /** Of the field itself. */
  readonly scalars: readonly SortValue[];
  /** Of elements, where the field has lists. */
  readonly tokens: readonly string[];
  /** The same, those of texts apart from the others: few lists have elements of both kinds. */
  readonly tokensByKind: readonly (readonly string[])[];
  /** False when the indexes have these values for other records too, or lack them for some that match. */
  readonly exact: boolean;
}

/** The literals of a condition by one type of the field. */
export interface TypedReadings {
  readonly type: ValueType | undefined;
  readonly readings: readonly Reading[];
}

/** @returns null for what no equality of an index finds, such as the times of a day */
export function askedValues(catalogue: Catalogue, field: CatalogueField, filter: ReadFilter): AskedValues | null {
  const forms = formsOf(field, filter);
  const meant = forms.flatMap(({ type, readings }) => readings.flatMap((reading) => valuesOf(field, type, reading) ?? [null]));
  if (meant.includes(null)) return null;
  const readings = forms.flatMap((form) => form.readings);
  const all = distinct([...meant, ...(catalogue.isFirstForm ? textsInFirstForm(readings) : [])]);
  const possible = all.filter((value) => isPossible(catalogue, field, value));
  const elements = field.types.includes('array') ? all : [];
  const tokensByKind = [elements.filter(isText), elements.filter((value) => !isText(value))].map((kind) =>
    kind.map((value) => tokenOfElement(field.code, value)),
  );
  const tokens = tokensByKind.flat();
  return {
    scalars: possible.length > 0 || tokens.length > 0 ? possible : all, // something must be asked
    tokens,
    tokensByKind,
    exact: field.declaredBefore === undefined && (isSettled(catalogue, field) || isAlikeInFirstForm(readings)),
  };
}

/** The condition by the field's declaration and, while records are re-indexed, by the one before. */
export function formsOf({ declaredBefore }: CatalogueField, { type, readings, literals, zone }: ReadFilter): TypedReadings[] {
  if (declaredBefore === undefined) return [{ type, readings }];
  const before = declaredBefore === 'none' ? undefined : declaredBefore;
  const earlier = literals.flatMap((literal) => readLiteral(literal, literalType(before, zone)) ?? []);
  return [
    { type, readings },
    { type: before, readings: earlier },
  ];
}

function valuesOf(field: CatalogueField, type: ValueType | undefined, { equals, span }: Reading): SortValue[] | null {
  if (!span) return equals.flatMap((value) => spellings(field, value));
  const isMoment =
    span.first.key === span.last.key || ((type?.of ?? type?.type) === 'date' && span.first.key.endsWith('T00:00:00.000000Z'));
  return isMoment ? [span.first] : null; // a date is stored as the beginning of its day
}

/** The index has a number as one, or by the key of its digits, as the record has it. */
function spellings(field: CatalogueField, value: Scalar): SortValue[] {
  if (typeof value === 'string') return [markedText(value)];
  if (typeof value === 'number') return mayBeExact(field) ? [value, exactForm(value)] : [value];
  if (typeof value !== 'object' || value.kind !== 'exact') return [value];
  const number = numberOfKey(value.key);
  return exactKey(String(number)) === value.key ? [value, number] : [value];
}

function textsInFirstForm(readings: readonly Reading[]): SortValue[] {
  return readings.flatMap(({ equals }) => equals.flatMap((value) => (typeof value === 'string' ? (firstForm(value) ?? []) : [])));
}

/** @returns whether what the first form makes one value is one to these readings too: 5 and "5", true and "true" */
function isAlikeInFirstForm(readings: readonly Reading[]): boolean {
  const values = readings.flatMap(({ equals }) => equals);
  return values.every((value) => {
    if (typeof value === 'number' || typeof value === 'boolean')
      return firstForm(String(value)) !== value || values.includes(String(value));
    const form = firstForm(typeof value === 'string' ? value : undefined);
    return typeof form === 'string' || form === undefined || values.includes(form);
  });
}

function isText(value: SortValue): boolean {
  return typeof value === 'string';
}

/** The catalogue knows every type that the field has had. */
function isPossible({ isFirstForm }: Catalogue, { types }: CatalogueField, value: SortValue): boolean {
  const kind = typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
  return types.includes(kind as 'boolean' | 'number' | 'string') || (isFirstForm && types.includes('string'));
}

function distinct(values: readonly (SortValue | null)[]): SortValue[] {
  const byName = new Map(values.map((value) => [typeof value === 'object' ? value?.key : `${typeof value} ${String(value)}`, value]));
  return [...byName.values()].filter((value) => value !== null);
}
