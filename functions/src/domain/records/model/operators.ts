import { isDigits, type Json } from '@bedplate/contract';
import { ApiError, invalidField, say, type Sentence } from '../../../errors/api-error.ts';

/** A change of a field's present value, made inside the update's transaction. */
export interface FieldOperation {
  readonly operator: Operator;
  readonly operand: Json;
}

const operators = ['$increment', '$append', '$remove', '$unset'] as const;
type Operator = (typeof operators)[number];

export function isOperator(name: string): boolean {
  return (operators as readonly string[]).includes(name);
}

/** Other databases' operators of an update: where one is sent, a change is meant that would not be made. */
const foreign =
  /^\$(?:inc|incr|increase|decrement|dec|mul|multiply|min|max|set|setOnInsert|delete|push|pushAll|pull|pullAll|pop|add|addToSet|arrayUnion|arrayRemove|concat|rename|currentDate|serverTimestamp|now)$/i;

/** @returns whether a field's value is written as an operation of ours; other objects with names like `$oid` or `$schema` are data */
export function isOperation(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).some(isOperator);
}

/** @returns whether a value of an update is an operation, or one of another database or in another spelling */
export function isMeantAsOperation(value: Json): value is { [key: string]: Json } {
  if (isOperation(value)) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [name = '', ...more] = Object.keys(value);
  return more.length === 0 && (foreign.test(name) || operators.some((own) => own === name.toLowerCase()));
}

/** @throws {ApiError} invalid-argument for an unknown operator, several at once, or an operand of the wrong type */
export function operationOf(field: string, value: { [key: string]: Json }): FieldOperation {
  const names = Object.keys(value);
  const operator = operators.find((known) => names.includes(known));
  const [name = '', ...more] = names;
  if (!operator) throw invalidField(field, say('operatorUnknown', { field, name: name.slice(0, 40), known: operators.join(', ') }));
  if (more.length > 0) throw invalidField(field, say('operatorAlone', { field, operator }));
  const operand = value[operator] ?? null;
  if (operator === '$increment' && !isMeantAsNumber(operand)) throw notANumber(field);
  if (operator === '$unset' && operand !== true) throw invalidField(field, say('unsetTrue', { field }));
  return { operator, operand };
}

/** A text is read by the type of the field, which decimals and integers have: a number of JSON may lose digits on its way. */
function isMeantAsNumber(operand: Json): boolean {
  return typeof operand === 'number' || isDigits(operand) || (typeof operand === 'string' && /\d/.test(operand));
}

function notANumber(field: string): ApiError {
  return invalidField(field, say('incrementNumber', { field }));
}

/** @throws {ApiError} conflict when the stored value is of another type than the operator works on */
export function operate(field: string, before: Json | undefined, { operator, operand }: FieldOperation): Json | undefined {
  if (operator === '$unset') return undefined;
  if (operator === '$increment') return increment(field, before ?? 0, operand);
  const list = before ?? [];
  if (!Array.isArray(list)) throw conflict(field, say('holdsNoList', { field, operator }));
  const items = Array.isArray(operand) ? operand : [operand];
  if (operator === '$append') return [...list, ...items];
  const unwanted = new Set(items.map(canonical));
  return list.filter((item) => !unwanted.has(canonical(item)));
}

function increment(field: string, before: Json, by: Json): number {
  if (typeof by !== 'number') throw notANumber(field);
  if (typeof before !== 'number') throw conflict(field, say('holdsNoNumber', { field }));
  const sum = before + by;
  if (!Number.isFinite(sum)) throw invalidField(field, say('sumLarge', { field }));
  return sum;
}

/** Equal values have equal texts, whatever the order of their fields. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`);
  return `{${parts.join(',')}}`;
}

function conflict(field: string, sentence: Sentence): ApiError {
  return new ApiError('conflict', sentence, { field });
}
