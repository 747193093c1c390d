import { fieldNameFault, isReservedField, type Json, limits, plainName, shownText, systemFields } from '@bedplate/contract';
import { z } from 'zod';
import { type ApiError, invalidField, say } from '../../../errors/api-error.ts';
import { type FieldOperation, isMeantAsOperation, isOperation, isOperator, operationOf } from './operators.ts';

/** A record's own fields as they may be stored, and its password apart from them. */
export interface RecordInput {
  readonly fields: Record<string, Json>;
  /** Text: set or change it. Null: remove it. Undefined: as it is. */
  readonly password: string | null | undefined;
}

/** A record's fields as they came: zod's copy of an object loses `__proto__`, which every write refuses by its name. */
export const GivenFields = z.unknown().superRefine((value, { addIssue }) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    addIssue({ code: 'invalid_type', expected: 'object', input: value });
});

/** The content of an update: values to set, and operations on present values. */
export interface UpdateInput extends RecordInput {
  readonly operations: ReadonlyMap<string, FieldOperation>;
}

/** @returns fields to merge into a record, apart from those whose value is an operation such as `{"$increment": 1}` */
export function updateInput(input: unknown, where = ''): UpdateInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ...recordInput(input, where), operations: new Map() };
  if (Object.keys(input).length > limits.fieldsPerRecord + systemFields.length + 1) throw tooManyFields(where);
  const values = named();
  const operations = new Map<string, FieldOperation>();
  for (const [name, value] of Object.entries(input as Record<string, Json>)) {
    if (!isMeantAsOperation(value) || name === 'password') {
      values[name] = value;
      continue;
    }
    const field = where ? `${where}.${shown(name)}` : shown(name);
    const operation = operationOf(field, value);
    recordInput({ [name]: [operation.operand] }, where); // names and nesting have the same rules as plain values
    if (!(systemFields as readonly string[]).includes(name)) operations.set(name, operation);
  }
  return { ...recordInput(values, where), operations };
}

/** Without a prototype, `__proto__` is a name like any other: it is refused as such. */
function named(): Record<string, Json> {
  return Object.create(null) as Record<string, Json>; // nothing is in it yet
}

/** @param input what a caller sent as one record @param where names it in messages, as in "[3]" @throws {ApiError} naming the field and the limit */
export function recordInput(input: unknown, where = ''): RecordInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalidField(where, where ? say('recordNotObjectAt', { where }) : say('recordNotObject'));
  const given = input as Record<string, Json>; // readJson gave it, so it is JSON
  const fields: Record<string, Json> = {};
  // Before each of them is looked at. Some may be the server's own.
  if (Object.keys(given).length > limits.fieldsPerRecord + systemFields.length + 1) throw tooManyFields(where);
  for (const [name, value] of Object.entries(given)) {
    checkTopName(name, where);
    if (name !== 'password' && isPassword(name, value)) throw unprotected(where ? `${where}.${name}` : name);
    checkValue(value, where ? `${where}.${name}` : name, 1);
    if (isOperation(value) && name !== 'password') throw noOperation(where ? `${where}.${shown(name)}` : shown(name));
    if (name !== 'password' && !(systemFields as readonly string[]).includes(name)) fields[name] = value;
  }
  if (Object.keys(fields).length > limits.fieldsPerRecord) throw tooManyFields(where);
  return { fields, password: passwordOf(given.password, where) };
}

export function tooManyFields(where: string): ApiError {
  return invalidField(where, say('recordFieldsMany', { max: limits.fieldsPerRecord }));
}

function checkTopName(name: string, where: string): void {
  const field = where ? `${where}.${shown(name)}` : shown(name);
  if (name === '') throw invalidField(where, say('fieldNameEmpty'));
  if (name.includes('.')) throw invalidField(field, say('fieldNameDot', { name: shown(name) }));
  checkName(name, field);
}

function checkName(name: string, field: string): void {
  if (name.length > limits.fieldNameLength) {
    throw invalidField(field, say('fieldNameLong', { name: shown(name), max: limits.fieldNameLength }));
  }
  if (isReservedField(name)) throw invalidField(field, say('fieldNameReserved', { name: shown(name) }));
  const fault = name === '' ? null : fieldNameFault(name); // inside of a value, JSON may have an empty name
  if (fault) throw invalidField(field, say(fault, { name: shown(name) }));
}

function checkValue(value: Json, field: string, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidField(field, say('numberLarge', { name: shown(field) }));
  if (typeof value === 'string' && !value.isWellFormed()) throw invalidField(field, say('textUnicode', { name: shown(field) }));
  if (typeof value !== 'object' || value === null) return;
  if (depth >= limits.recordDepth) throw invalidField(field, say('recordDeep', { name: shown(field), max: limits.recordDepth }));
  for (const [name, child] of Object.entries(value)) {
    if (!Array.isArray(value)) checkName(name, `${field}.${shown(name)}`);
    if (isOperation(child) && Object.keys(child).every(isOperator)) throw misplaced(`${field}.${shown(name)}`);
    if (isPassword(name, child)) throw unprotected(`${field}.${name}`);
    checkValue(child, `${field}.${shown(name)}`, depth + 1);
  }
}

/** Tables often have a column "Password", and one that was copied from a page has letters that nobody sees. */
function isPassword(name: string, value: Json): boolean {
  return name.length >= 'password'.length && (typeof value === 'string' || typeof value === 'number') && plainName(name) === 'password';
}

function noOperation(field: string): ApiError {
  return invalidField(field, say('operatorInCreate', { name: field }));
}

/** Stored as it is, it would be taken for a change that was made. */
function misplaced(field: string): ApiError {
  return invalidField(field, say('operatorNested', { name: field }));
}

/** Only the record's own password is hashed and never shown; one inside of a value would be stored, searched and exported as it is. */
function unprotected(field: string): ApiError {
  return invalidField(field, say('passwordNested', { name: field }));
}

function passwordOf(value: Json | undefined, where: string): string | null | undefined {
  if (value === undefined || value === null) return value;
  const field = where ? `${where}.password` : 'password';
  if (typeof value !== 'string') throw invalidField(field, say('textNeeded', { name: field }));
  if (value.length === 0 || value.length > limits.passwordMax)
    throw invalidField(field, say('passwordSize', { name: field, max: limits.passwordMax }));
  return value;
}

/** A character that turns the direction would turn the sentence, and a half of one would break it. */
function shown(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 77)}...` : name;
  if (shownText.test(short)) return short;
  return Array.from(short, (letter) => (shownText.test(letter) ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)).join(
    '',
  );
}
