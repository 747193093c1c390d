import { Timestamp } from '../../model/value.ts';
import { Duration, type RuleValue } from './value.ts';

/** Sign of a − b for two values of one ordered type; NaN when they compare with nothing; `undefined` when the types have no order. */
export function compare(a: RuleValue, b: RuleValue): number | undefined {
  if (typeof a === 'bigint' || typeof a === 'number')
    return typeof b === 'bigint' || typeof b === 'number' ? compareNumbers(a, b) : undefined;
  if (typeof a === 'string') return typeof b === 'string' ? compareStrings(a, b) : undefined;
  if (a instanceof Timestamp) return b instanceof Timestamp ? a.seconds - b.seconds || a.nanos - b.nanos : undefined;
  if (a instanceof Duration) return b instanceof Duration ? Number(a.nanos - b.nanos) : undefined;
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? Buffer.compare(a, b) : undefined;
  return undefined;
}

function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? Number.NaN : 0;
}

/** By code points, as Firestore orders the UTF-8 bytes. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
