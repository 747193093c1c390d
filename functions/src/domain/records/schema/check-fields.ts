import { isDeepStrictEqual } from 'node:util';
import {
  type FieldProblem,
  fieldProblem,
  fromJson,
  type Json,
  type SchemaField,
  type ValueProblem,
  withoutDigits,
} from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { matcherOf } from './field-faults.ts';
import type { StorageRules } from './storage-rules.ts';

/** A record as it would be stored without a schema. */
export interface GivenRecord {
  /** Numbers may still be digits of the JSON text that they came in. */
  readonly fields: Readonly<Record<string, Json>>;
  /** The record so far; null for a new one. */
  readonly before: Readonly<Record<string, Json>> | null;
  /** Set by the write, or there already. */
  readonly hasPassword: boolean;
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Of a new record: by field, the next number of each counter. */
  readonly numbers?: ReadonlyMap<string, number>;
}

export interface CheckedRecord {
  readonly fields: Record<string, Json>;
  /** Faults that are told and stored. */
  readonly warnings: readonly FieldProblem[];
}

interface Outcome {
  /** Undefined: the record has no such field. */
  readonly value: Json | undefined;
  readonly problem?: ValueProblem | undefined;
  /** Digits would be lost: refused in every state. */
  readonly isLost?: boolean;
}

/**
 * Brings a record's fields into the form in which they are stored, with defaults and what the server computes, and looks for faults. New
 * records are checked whole, others by the fields that change: what was wrong before is told, so that it can be mended field by field.
 * @throws {ApiError} invalid-argument with one detail for each wrong field, where the rules are enforced; everywhere for digits that
 * would be lost
 */
export function checkFields({ fields, state, closed }: Omit<StorageRules, 'unique' | 'version'>, given: GivenRecord): CheckedRecord {
  const stored: Record<string, Json> = {};
  const refused: FieldProblem[] = [];
  const warnings: FieldProblem[] = [];
  const isEnforced = state === 'enforce' || state === 'arming';
  const note = (name: string, { value, problem, isLost }: Outcome) => {
    if (value !== undefined) stored[name] = value;
    if (!problem) return;
    if (isLost || (isEnforced && isTouched(given, { name, value, problem }))) refused.push(fieldProblem(name, problem));
    else if (state !== 'learn') warnings.push(fieldProblem(name, problem));
  };
  for (const [name, value] of Object.entries(given.fields)) if (!fields.has(name)) note(name, undeclared(value, closed));
  for (const [name, field] of fields) note(name, declared(name, field, given));
  const [first] = refused;
  if (first) throw new ApiError('invalid-argument', first.message, { details: refused, text: first });
  return { fields: inOrder(given.fields, stored), warnings };
}

function undeclared(given: Json, closed: boolean): Outcome {
  const value = withoutDigits(given);
  if (value === undefined) return { value: null, problem: { key: 'lostDigits' }, isLost: true };
  return { value, ...(closed && { problem: { key: 'fieldClosed' } }) };
}

function declared(name: string, field: SchemaField, given: GivenRecord): Outcome {
  if (field.computed) return computed(name, field, given);
  const sent = Object.hasOwn(given.fields, name) ? given.fields[name] : undefined;
  if (sent === undefined && given.before === null) {
    const value = defaultOf(field, given);
    if (value !== undefined) return { value, problem: problemOf(value, field) };
  }
  if (field.type === 'password') return passwordOutcome(sent, field, given);
  const closedPart = (value: Json | null) =>
    field.readOnly && isChanged(given, name, value) && { problem: { key: 'fieldReadOnly' as const } };
  if (sent === undefined || sent === null)
    return { value: sent, ...(field.required ? { problem: { key: 'fieldRequired' as const } } : closedPart(null)) };
  const admitted = fromJson(sent, field, matcherOf(field));
  if ('problem' in admitted) {
    const value = admitted.typed ?? withoutDigits(sent);
    return value === undefined ? { value: null, problem: admitted.problem, isLost: true } : { value, problem: admitted.problem };
  }
  return { value: admitted.value, ...closedPart(admitted.value) };
}

/** Of a value that the server sets: a time, a caller's id or a counter's number may be outside of the field's bounds. */
function problemOf(value: Json, field: SchemaField): ValueProblem | undefined {
  const admitted = fromJson(value, field, matcherOf(field));
  return 'problem' in admitted ? admitted.problem : undefined;
}

/** Kept apart from the fields: see `recordInput`. */
function passwordOutcome(value: Json | undefined, { required }: SchemaField, { hasPassword }: GivenRecord): Outcome {
  return { value, ...(required && !hasPassword && { problem: { key: 'fieldRequired' } }) };
}

function computed(name: string, field: SchemaField, { fields, before, actor, numbers }: GivenRecord): Outcome {
  const { computed: by, type } = field;
  const own = before ? before[name] : by === 'createdBy' ? actor : numbered(numbers?.get(name), type);
  const sent = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const isSent = sent !== undefined && sent !== null && !isDeepStrictEqual(withoutDigits(sent), own);
  if (isSent) return { value: own, problem: { key: 'fieldComputed' } };
  return { value: own, ...(before === null && own !== undefined && { problem: problemOf(own, field) }) };
}

function numbered(number: number | undefined, type: SchemaField['type']): Json | undefined {
  return type === 'integer' && number !== undefined ? String(number) : number;
}

/** @returns undefined for a field without a default */
export function defaultOf(field: SchemaField, { actor, now }: Pick<GivenRecord, 'actor' | 'now'>): Json | undefined {
  if (field.defaultFrom === 'caller') return actor;
  if (field.defaultFrom === 'now') {
    const time = new Date(now).toISOString();
    return field.type === 'date' ? time.slice(0, 10) : time;
  }
  if (field.default === undefined) return undefined;
  const admitted = fromJson(field.default, field);
  return 'problem' in admitted ? undefined : admitted.value; // it was admitted when the schema was saved
}

/** A computed value that is sent is wrong also where it changes nothing. */
function isTouched(
  given: GivenRecord,
  { name, value, problem: { key } }: { name: string; value: Json | undefined; problem: ValueProblem },
): boolean {
  return given.before === null || key === 'fieldComputed' || isChanged(given, name, value);
}

function isChanged({ before }: GivenRecord, name: string, value: Json | undefined): boolean {
  if (before === null) return false;
  return !isDeepStrictEqual(Object.hasOwn(before, name) ? before[name] : null, value ?? null);
}

/** The sender's order of fields, then those that were added. */
function inOrder(given: Readonly<Record<string, Json>>, stored: Readonly<Record<string, Json>>): Record<string, Json> {
  const ordered: Record<string, Json> = {};
  for (const name of [...Object.keys(given), ...Object.keys(stored)]) {
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}
