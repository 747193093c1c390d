import { fieldNameFault, isReservedField, type Json, type SchemaField, systemFields } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/add-record.ts';
import '../../../texts/fields.ts';
import type { FieldProblems } from '../edit/use-field-problems.ts';
import { fieldText, readFieldText } from '../schema/field-text.ts';
import { fieldFor, type NewField } from './new-fields.ts';

export const extraTypes = ['text', 'number', 'boolean', 'json'] as const;

/** A field with a name of one's own, which no record may have yet. */
export interface ExtraField {
  readonly key: number;
  readonly name: string;
  readonly type: (typeof extraTypes)[number];
  readonly text: string;
}

/** @returns one to fill in, beside the present ones */
export function newExtra(extras: readonly ExtraField[]): ExtraField {
  return { key: Math.max(0, ...extras.map(({ key }) => key)) + 1, name: '', type: 'text', text: '' };
}

/** Names of inputs, for complaints: a field may be called as anything. */
export const inputOf = {
  known: (name: string) => `known ${name}`,
  name: ({ key }: ExtraField) => `name ${key}`,
  value: ({ key }: ExtraField) => `value ${key}`,
};

/** The content of a form for a new record. */
export interface Typed {
  known: readonly NewField[];
  /** Texts of the known fields. */
  texts: Readonly<Record<string, string>>;
  extras: readonly ExtraField[];
}

/** @returns the record that was typed, without the fields that were left empty, and complaints by their inputs */
export function readNewRecord({ known, texts, extras }: Typed): { values: Record<string, Json>; problems: FieldProblems } {
  const values: Record<string, Json> = {};
  const problems: Record<string, string> = {};
  const take = (input: string, name: string, { field, text }: { field: SchemaField; text: string }) => {
    const read = text === '' ? { value: null } : readFieldText(text, field);
    if ('problem' in read) problems[input] = read.problem;
    else if (read.value !== null) values[name] = read.value;
  };
  for (const one of known) {
    const { name, field } = one;
    const text = ownValue(texts, name) ?? '';
    if (text.trim() === '' && isNeeded(field)) problems[inputOf.known(name)] = t('add.needed');
    else take(inputOf.known(name), name, { field: fieldFor(one, text), text });
  }
  extras.forEach((extra, at) => {
    const problem = nameProblem(extra.name, [...known, ...extras.slice(0, at)]);
    if (problem) problems[inputOf.name(extra)] = problem;
    take(inputOf.value(extra), extra.name, { field: { type: extra.type }, text: extra.text });
  });
  return { values, problems };
}

/** @returns whether a new record is refused without the field */
export function isNeeded(field: SchemaField): boolean {
  return field.required === true && !hasDefault(field);
}
function hasDefault(field: SchemaField): boolean {
  return field.default !== undefined || field.defaultFrom !== undefined;
}

/** @returns what becomes of the field when it is left empty; undefined when nothing does */
export function defaultText(field: SchemaField): string | undefined {
  if (field.defaultFrom) return t(`field.defaultFrom.${field.defaultFrom}`);
  return field.default === undefined ? undefined : fieldText(field.default, field);
}

/** @returns why a new field cannot have the name beside the others; null when it can */
export function nameProblem(name: string, others: readonly { name: string }[]): string | null {
  const fault = fieldNameFault(name);
  if (fault) return t(fault === 'fieldNameBlank' ? 'add.nameMissing' : 'add.nameCharacters');
  if (others.some((other) => other.name === name)) return t('add.nameTaken');
  return isReservedField(name) || (systemFields as readonly string[]).includes(name) ? t('add.nameOfServer') : null;
}
