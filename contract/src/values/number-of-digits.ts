import type { Digits } from './digits.ts';
import { exactKey } from './exact-number.ts';

/**
 * @returns the number that has the value of the digits; undefined where none has. Programs that write 17 digits of a fraction mean
 * the number nearest to them.
 */
export function numberOfDigits({ rawJSON: source }: Digits): number | undefined {
  const number = Number(source);
  const key = Number.isFinite(number) ? exactKey(source) : undefined;
  if (key === undefined) return undefined;
  if (number === 0) return key === exactKey('0') ? 0 : undefined;
  const spellings = [String(number), number.toPrecision(17), ...(Number.isInteger(number) ? [BigInt(number).toString()] : [])];
  return spellings.some((spelling) => exactKey(spelling) === key) ? number : undefined;
}
