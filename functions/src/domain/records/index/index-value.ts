import {
  compareScalars,
  compareTexts,
  type ExactNumber,
  exactKey,
  type Json,
  type Scalar,
  scalarOf,
  type ValueType,
} from '@bedplate/contract';
import { secondsText, Timestamp } from '../../../store/model/values.ts';
import { markedText } from './plain-value.ts';

/** A scalar as Firestore indexes it: exact numbers are the bytes of their key, which no range of texts or numbers meets. */
export type IndexValue = boolean | number | string | Timestamp | Buffer;

/** A scalar as it is sorted: a text is folded and cut, and ends in a mark of its exact form where that differs. */
export type SortValue = Scalar;

/** The least text above every text that is folded to the one before it. */
export const afterMark = '\u0002';

/**
 * The place of a stored value in an order. Case does not affect it, and texts that fold alike stay apart: two values are equal only
 * when the originals are.
 * @param type of its field
 */
export function sortValueOf(value: Json | undefined, type: ValueType | undefined): SortValue | undefined {
  const scalar = scalarOf(value, type);
  return typeof scalar === 'string' ? markedText(scalar) : scalar;
}

export function indexValueOf(value: SortValue): IndexValue {
  if (typeof value !== 'object') return value;
  return value.kind === 'time' ? timestampOf(value.key) : Buffer.from(value.key);
}

/** @returns a number as an exact one of its shortest spelling, which is the value that people see */
export function exactForm(number: number): ExactNumber {
  return { kind: 'exact', key: exactKey(String(number)) ?? '' };
}

/** @param indexed as a record's document has it @returns null where that says that the record has no scalar */
export function sortValueFrom(indexed: unknown): SortValue | null {
  if (indexed instanceof Timestamp) return { kind: 'time', key: keyOfTime(indexed) };
  if (Buffer.isBuffer(indexed)) return { kind: 'exact', key: indexed.toString() };
  return (indexed as boolean | number | string | null | undefined) ?? null; // an index has nothing else
}

/** The order of lists: false, true, numbers and exact numbers by value, times, texts. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : compareScalars(a, b);
}

function timestampOf(key: string): Timestamp {
  return new Timestamp(Date.parse(`${key.slice(0, 19)}Z`) / 1000, Number(key.slice(20, 26)) * 1000);
}

function keyOfTime({ seconds, nanoseconds }: Timestamp): string {
  return `${secondsText(seconds)}.${String(Math.floor(nanoseconds / 1000)).padStart(6, '0')}Z`;
}
