import type { Json } from './json.ts';
import { exactKey } from './exact-number.ts';

/**
 * A number of a JSON text as it is spelt there, in place of the number that would lose digits or zeros. `JSON.stringify` writes it as
 * it was. No other value of a parsed JSON text passes for one.
 */
export interface Digits {
  readonly rawJSON: string;
}

/** A value of a JSON text that was read with `parseKeepingDigits`. */
export type Given = Json | Digits;

/** ES2026; of browsers, some do not have them yet. */
interface RawJson {
  rawJSON?(text: string): Digits;
  isRawJSON?(value: unknown): value is Digits;
}
const { rawJSON, isRawJSON } = JSON as RawJson; // TypeScript does not know them yet

export function isDigits(value: unknown): value is Digits {
  return typeof value === 'object' && isRawJSON?.(value) === true;
}

/** A cheap first look: a number with an exponent, with a zero as its last decimal, with many digits, or `-0`. */
const maySayMore = /(?:^|[[:,])\s*(?:-?(?:\d[\d.]{15}|\d+\.\d*0(?!\d)|[\d.]+[eE])|-0(?![\d.]))/;

/**
 * Parses JSON. A number that is spelt otherwise than JavaScript writes it is given as `Digits`.
 * @throws {SyntaxError}
 */
export function parseKeepingDigits(text: string): unknown {
  if (!rawJSON || !maySayMore.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    const source = typeof value === 'number' ? context?.source : undefined;
    return source === undefined || source === String(value) ? value : rawJSON(source);
  });
}

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
