import {
  type FieldProblem,
  type FieldTextKey,
  type Json,
  type SchemaField,
  type SchemaRule,
  storedProblem as problemOfStored,
  type ValueProblem,
} from '@bedplate/contract';
import { patternOf } from './field-pattern.ts';

export interface FieldFault {
  readonly name: string;
  readonly problem: ValueProblem;
}

/** The part of a schema that says what one record is. */
export interface FieldRules {
  readonly fields: ReadonlyMap<string, SchemaField>;
  readonly closed: boolean;
}

/** @returns what is wrong with a stored record, at most one fault for each field */
export function storedFaults({ fields, closed }: FieldRules, record: Readonly<Record<string, Json>>): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const [name, field] of fields) {
    const problem = storedProblem(Object.hasOwn(record, name) ? record[name] : undefined, field);
    if (problem) faults.push({ name, problem });
  }
  if (closed) for (const name of Object.keys(record)) if (!fields.has(name)) faults.push({ name, problem: { key: 'fieldClosed' } });
  return faults;
}

export function storedProblem(value: Json | undefined, field: SchemaField): ValueProblem | undefined {
  return problemOfStored(value, field, matcherOf(field));
}

export function matcherOf({ pattern }: SchemaField): ((text: string) => boolean) | undefined {
  return pattern === undefined ? undefined : patternOf(pattern);
}

const rules: Readonly<Partial<Record<FieldTextKey, SchemaRule>>> = {
  fieldRequired: 'required',
  fieldLow: 'min',
  fieldHigh: 'max',
  fieldTextShort: 'minLength',
  fieldListShort: 'minLength',
  fieldTextLong: 'maxLength',
  fieldListLong: 'maxLength',
  fieldTextLength: 'maxLength',
  fieldListLength: 'maxLength',
  fieldPattern: 'pattern',
  fieldEnum: 'values',
  fieldDecimalScale: 'scale',
  fieldClosed: 'undeclared',
};

export function ruleOf({ key }: ValueProblem): SchemaRule {
  return rules[key] ?? 'type';
}

/** @returns whether a field has a value that its type does not have; it may break other rules as well */
export function isOfOtherType({ key }: FieldProblem): boolean {
  return key !== undefined && (rules as Partial<Record<string, SchemaRule>>)[key] === undefined;
}
