import type { Json } from '@bedplate/contract';
import { ApiError, invalidField } from '../../../errors/api-error.ts';

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

/** @returns whether a field's value is written as an operation: an object with a name that starts with "$" */
export function looksLikeOperation(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).some((name) => name.startsWith('$'));
}

/** @throws {ApiError} invalid-argument for an unknown operator, several at once, or an operand of the wrong type */
export function operationOf(field: string, value: { [key: string]: Json }): FieldOperation {
  const [name = '', ...more] = Object.keys(value);
  const operator = operators.find((known) => known === name);
  if (!operator) throw invalidField(field, `${field}: "${name.slice(0, 40)}" is not an operator. Use one of: ${operators.join(', ')}.`);
  if (more.length > 0) throw invalidField(field, `${field}: ${operator} must stand alone.`);
  const operand = value[operator] ?? null;
  if (operator === '$increment' && typeof operand !== 'number') throw invalidField(field, `${field}: $increment takes a number.`);
  if (operator === '$unset' && operand !== true) throw invalidField(field, `${field}: $unset takes true.`);
  return { operator, operand };
}

/** @throws {ApiError} conflict when the stored value is of another type than the operator works on */
export function operate(field: string, before: Json | undefined, { operator, operand }: FieldOperation): Json | undefined {
  if (operator === '$unset') return undefined;
  if (operator === '$increment') return increment(field, before ?? 0, Number(operand));
  const list = before ?? [];
  if (!Array.isArray(list)) throw conflict(field, `${field} holds no list, so ${operator} cannot change it.`);
  const items = Array.isArray(operand) ? operand : [operand];
  if (operator === '$append') return [...list, ...items];
  const unwanted = new Set(items.map(canonical));
  return list.filter((item) => !unwanted.has(canonical(item)));
}

function increment(field: string, before: Json, by: number): number {
  if (typeof before !== 'number') throw conflict(field, `${field} holds no number, so $increment cannot change it.`);
  const sum = before + by;
  if (!Number.isFinite(sum)) throw invalidField(field, `${field} would become too large for a number.`);
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

function conflict(field: string, message: string): ApiError {
  return new ApiError('conflict', message, { details: [{ field, message }] });
}
