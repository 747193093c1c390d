import type { Json } from './json.ts';
import { exactKey } from './exact-number.ts';
import { instantOf } from './instant.ts';
import type { FieldType } from './field-types.ts';

/**
 * A value as it is compared, of one of five classes: boolean, number, exact number, time, text. Values of two classes are never
 * equal, except numbers and exact numbers, which compare by value. Null, a missing value, a list and an object have none.
 */
export type Scalar = boolean | number | string | ExactNumber | Instant;

/** An integer or a decimal that keeps all its digits. `key` orders them as texts: see `exactKey`. */
export interface ExactNumber {
  readonly kind: 'exact';
  readonly key: string;
}

/** A moment. `key` is ISO 8601 in UTC with microseconds, whose texts order as the times do. */
export interface Instant {
  readonly kind: 'time';
  readonly key: string;
}

export type ScalarClass = 'boolean' | 'number' | 'exact' | 'time' | 'text';

/** The meaning that a field's schema gives to its values. */
export interface ValueType {
  readonly type: FieldType;
  /** Of the elements of a list. */
  readonly of?: FieldType | undefined;
  /** IANA name: the zone of days and of times without an offset; UTC when absent. */
  readonly zone?: string | undefined;
}

/**
 * @param value as it is stored
 * @param type of its field; a value that is not of the type is compared by what it is in JSON
 * @returns undefined for null, a missing value, a list and an object
 */
export function scalarOf(value: Json | undefined, type?: ValueType): Scalar | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value !== 'string') return undefined;
  switch (type?.type) {
    case 'integer':
    case 'decimal': {
      const key = exactKey(value);
      return key === undefined ? value : { kind: 'exact', key };
    }
    case 'date':
    case 'dateTime': {
      const key = instantOf(value, type);
      return key === undefined ? value : { kind: 'time', key };
    }
    default:
      return value;
  }
}

/** @returns the meaning of the elements of a list, by the type of its field */
export function elementTypeOf(type: ValueType | undefined): ValueType | undefined {
  return type?.type === 'list' && type.of ? { type: type.of, zone: type.zone } : undefined;
}

export function classOf(scalar: Scalar): ScalarClass {
  if (typeof scalar === 'object') return scalar.kind;
  return typeof scalar === 'string' ? 'text' : (typeof scalar as 'boolean' | 'number'); // the other types of a scalar
}
