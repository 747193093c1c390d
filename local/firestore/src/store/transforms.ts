import { compareValues, equalValues } from '../model/compare-values.ts';
import { fieldAt, withField } from '../model/field-path.ts';
import type { MapValue, Timestamp, Value } from '../model/value.ts';
import { isArray, isNaNValue, isNumber } from '../model/value-type.ts';
import type { FieldTransform } from '../model/write.ts';
import { RpcError } from '../model/rpc-error.ts';

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);

/**
 * Applies transforms in order.
 * @param requestTime cut to milliseconds by the caller
 * @returns the new fields and one result per transform (null for array transforms)
 */
export function applyTransforms(
  fields: MapValue,
  transforms: readonly FieldTransform[],
  requestTime: Timestamp,
): { fields: MapValue; results: readonly Value[] } {
  const results: Value[] = [];
  let changed = fields;
  for (const { field, op } of transforms) {
    const value = transformed(fieldAt(changed, field), op, requestTime);
    changed = withField(changed, field, value);
    results.push(isArray(value) ? null : value);
  }
  return { fields: changed, results };
}

/** @throws RpcError when the operand is no number */
export function checkTransform({ op }: FieldTransform): void {
  if (!('operand' in op) || isNumber(op.operand)) return;
  throw new RpcError('INVALID_ARGUMENT', 'Input must be int64 or double.');
}

function transformed(old: Value | undefined, op: FieldTransform['op'], requestTime: Timestamp): Value {
  switch (op.kind) {
    case 'requestTime':
      return requestTime;
    case 'increment':
      return increment(old, op.operand);
    case 'maximum':
    case 'minimum':
      return extreme(old, op.operand, op.kind);
    case 'appendMissingElements':
      return union(isArray(old) ? old : [], op.elements);
    case 'removeAllFromArray':
      return isArray(old) ? old.filter((element) => !op.elements.some((gone) => equalValues(element, gone))) : [];
  }
}

function increment(old: Value | undefined, operand: Value): Value {
  if (!isNumber(old) || !isNumber(operand)) return operand;
  if (typeof old !== 'bigint' || typeof operand !== 'bigint') return Number(old) + Number(operand);
  const sum = old + operand;
  return sum > maxInt ? maxInt : sum < minInt ? minInt : sum;
}

/** Equal numbers keep the stored type; of two zeros the result is 0.0; NaN wins a maximum. */
function extreme(old: Value | undefined, operand: Value, kind: 'maximum' | 'minimum'): Value {
  if (!isNumber(old)) return operand;
  if (isNaNValue(old) || isNaNValue(operand)) return Number.NaN;
  const order = compareValues(old, operand);
  if (order === 0) return Object.is(old, -0) ? 0 : old;
  return order > 0 === (kind === 'maximum') ? old : operand;
}

function union(elements: readonly Value[], added: readonly Value[]): readonly Value[] {
  const result = [...elements];
  for (const element of added) if (!result.some((present) => equalValues(present, element))) result.push(element);
  return result;
}
