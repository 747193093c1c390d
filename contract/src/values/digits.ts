import type { Json } from './json.ts';

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

/** The same of a number that JavaScript would round, or that is none. */
const mayLose = /\d{16}|[eE]\+?\d{3}|\d[eE]-\d{2}/;

/** @returns whether a JSON text may have digits that no number holds */
export function mayLoseDigits(text: string): boolean {
  return mayLose.test(text);
}

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
