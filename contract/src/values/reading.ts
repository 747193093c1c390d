import { exactKey } from './exact-number.ts';
import { spanOf } from './instant.ts';
import type { Literal } from './literal.ts';
import type { Instant, Scalar, ValueType } from './scalar.ts';

/** The meaning of one literal on a field. */
export interface Reading {
  /** Equal to any of these: see `equalScalars`. */
  readonly equals: readonly Scalar[];
  /** Equal to any time from the first to the last, such as those of a day; a range is compared with its ends. */
  readonly span?: { readonly first: Instant; readonly last: Instant };
  /** Equal to null and to a missing value. */
  readonly missing: boolean;
  /** The value that `<`, `<=`, `>` and `>=` compare with; undefined when nothing can be. */
  readonly bound: Scalar | undefined;
}

/**
 * Reads a literal by the type of its field and, without one, as the text and as the number or boolean that it spells exactly.
 * @returns undefined for a bare literal that is no value of the type: only in quotes it is a text
 */
export function readLiteral({ text, quoted }: Literal, type?: ValueType): Reading | undefined {
  if (quoted) return textReading(text);
  if (text === 'null') return { equals: [], missing: true, bound: undefined };
  if (text === '') return { equals: [''], missing: true, bound: undefined };
  return type ? typedReading(text, type) : untypedReading(text);
}

function untypedReading(text: string): Reading {
  if (text === 'true' || text === 'false') return { equals: [text, text === 'true'], missing: false, bound: text };
  const number = exactNumberOf(text);
  return number === undefined ? textReading(text) : { equals: [text, number], missing: false, bound: number };
}

function typedReading(text: string, { type, of, zone }: ValueType): Reading | undefined {
  switch (type) {
    case 'list':
      return of && of !== 'list' ? typedReading(text, { type: of, zone }) : untypedReading(text);
    case 'json':
      return untypedReading(text);
    case 'geo':
      return undefined; // places are near to one another, and equal by chance
    case 'number': {
      const number = numberOf(text);
      return number === undefined ? undefined : { equals: [number], missing: false, bound: number };
    }
    case 'integer':
    case 'decimal': {
      const key = exactKey(text);
      return key === undefined ? undefined : { equals: [{ kind: 'exact', key }], missing: false, bound: { kind: 'exact', key } };
    }
    case 'boolean':
      return /^(?:true|false)$/i.test(text)
        ? { equals: [text.toLowerCase() === 'true'], missing: false, bound: text.toLowerCase() === 'true' }
        : undefined;
    case 'date':
    case 'dateTime': {
      const span = spanOf(text, { type, zone });
      if (!span) return undefined;
      const [first, last] = [{ kind: 'time', key: span.first } as const, { kind: 'time', key: span.last } as const];
      return { equals: [], span: { first, last }, missing: false, bound: first };
    }
    default:
      return textReading(text);
  }
}

function textReading(text: string): Reading {
  return { equals: [text], missing: false, bound: text };
}

/** @returns the number whose shortest spelling is the text: "5", "-1.5", "1e+21"; not "007", "1.10", "5.0" or "1e3" */
export function exactNumberOf(text: string): number | undefined {
  const first = text.charCodeAt(0);
  if (first !== 45 && !(first >= 48 && first <= 57)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

/** @returns the number that a text spells in the usual notation, exactly or not */
export function numberOf(text: string): number | undefined {
  if (!/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? (number === 0 ? 0 : number) : undefined;
}
