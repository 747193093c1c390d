import {
  decimalOf,
  decimalText,
  elementTypeOf,
  equalScalars,
  fromJson,
  fromText,
  isDigits,
  type Json,
  scalarOf,
  type SchemaField,
  sumOf,
  typedValue,
  withoutDigits,
} from '@bedplate/contract';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { coerceFields } from '../model/coerce-fields.ts';
import type { FieldOperation } from '../model/operators.ts';
import type { UpdateInput } from '../model/record-input.ts';
import type { FormTexts } from '../model/record-write.ts';
import type { StorageRules } from './storage-rules.ts';

/**
 * Reads an update by the types of its fields: texts of a form, and operations on decimals and integers, which are exact.
 * @returns what is merged into the record
 */
export function declaredInput(
  { fields: declared }: Pick<StorageRules, 'fields'>,
  input: UpdateInput,
  { before, form }: { before: Readonly<Record<string, Json>>; form?: FormTexts | undefined },
): UpdateInput {
  const fields = form ? coerceFields(input.fields, before, form) : { ...input.fields };
  const operations = new Map<string, FieldOperation>();
  if (form)
    for (const name of Object.keys(fields)) {
      const [field, text] = [declared.get(name), input.fields[name]];
      if (field && typeof text === 'string' && !form.typed.includes(name)) fields[name] = formValue(text, field);
    }
  for (const [name, operation] of input.operations) {
    const field = declared.get(name);
    const sum =
      operation.operator === '$increment' && field && isExact(field) ? exactSum(name, before[name], operation.operand) : undefined;
    if (sum === undefined) operations.set(name, { ...operation, operand: operandOf(name, { operation, field, stored: before[name] }) });
    else fields[name] = sum;
  }
  return { ...input, fields, operations };
}

/** A text that is none of the type stays: it is refused, or told and stored. */
function formValue(text: string, field: SchemaField): Json {
  const typed = typedValue(fromText(text, { field }));
  return typed === undefined ? text : typed;
}

function isExact({ type }: SchemaField): boolean {
  return type === 'decimal' || type === 'integer';
}

/** @throws {ApiError} conflict for a stored value that is no number, invalid-argument for an operand beyond what decimals hold */
function exactSum(name: string, before: Json | undefined, operand: Json): Json {
  const terms = [before ?? 0, operand].map((value) => decimalOf(isDigits(value) ? value.rawJSON : String(value)));
  const [stored, added] = terms;
  if (!stored) {
    throw new ApiError('conflict', say('holdsNoNumber', { field: name }), { field: name });
  }
  if (!added) throw invalidField(name, say('incrementNumber', { field: name }));
  return decimalText(sumOf([stored, added]));
}

interface Operated {
  readonly operation: FieldOperation;
  readonly field: SchemaField | undefined;
  readonly stored: Json | undefined;
}

/** Elements have the form in which the list's own are stored. */
function operandOf(name: string, { operation: { operator, operand }, field, stored }: Operated): Json {
  const of = field?.type === 'list' ? field.of : undefined;
  if (of && (operator === '$append' || operator === '$remove')) {
    const admitted = (Array.isArray(operand) ? operand : [operand]).map((element) => elementOf(element, { ...field, type: of }));
    return operator === '$remove' && Array.isArray(stored) ? [...admitted, ...sameElements(stored, admitted, field)] : admitted;
  }
  const plain = withoutDigits(operand);
  if (plain === undefined) throw invalidField(name, say('digitsNone', { name }));
  return plain;
}

/** "12.50" and 12.5 are one decimal, and a moment has a spelling for each zone. */
function sameElements(stored: readonly Json[], wanted: readonly Json[], field: SchemaField | undefined): Json[] {
  const scalar = (element: Json) => scalarOf(element, elementTypeOf(field));
  const scalars = wanted.map(scalar).filter((value) => value !== undefined);
  return stored.filter((element) => {
    const own = scalar(element);
    return own !== undefined && scalars.some((value) => equalScalars(value, own));
  });
}

function elementOf(element: Json, field: SchemaField): Json {
  const typed = typedValue(fromJson(element, field));
  return typed === undefined ? element : typed;
}
