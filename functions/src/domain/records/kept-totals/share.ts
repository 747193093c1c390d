import { createHash } from 'node:crypto';
import { decimalOf, type Json, limits, scalarOf } from '@bedplate/contract';

/** A total that a storage keeps, as writes and queries ask for it. */
export interface KeptBy {
  readonly id: string;
  readonly by: readonly string[];
  readonly sums: readonly SummedField[];
}

export interface SummedField {
  readonly field: string;
  readonly type: 'integer' | 'decimal';
  readonly scale: number;
}

/** The part of a total that some records with one set of values make. */
export interface Share {
  /** JSON of the values, in the order of the total's fields; null for values that are too long to be kept. */
  readonly values: string | null;
  records: number;
  readonly sums: Sum[];
}

/**
 * Of one field: how many numbers, and their sum in units of the scale in two parts of nine digits, each of which stays exact for nine
 * billion records. `unfit` are numbers that no sum of this scale holds.
 */
export interface Sum {
  numbers: number;
  high: number;
  low: number;
  unfit: number;
}

export type Shares = Map<string, Share>;

/** The name of what has no values of its own, because they are too long. */
export const longName = 'long';
const half = 1_000_000_000n;
const mostUnits = half * half;

/** Adds a record, or takes it away. */
export function addRecord(shares: Shares, total: KeptBy, { fields, sign }: { fields: Readonly<Record<string, Json>>; sign: 1 | -1 }): void {
  const values = JSON.stringify(total.by.map((name) => (Object.hasOwn(fields, name) ? (fields[name] ?? null) : null)));
  const isLong = Buffer.byteLength(values) > limits.keptTotalBytes;
  const name = isLong ? longName : nameOf(values);
  const share = shares.get(name) ?? { values: isLong ? null : values, records: 0, sums: total.sums.map(() => ({ ...noSum })) };
  shares.set(name, share);
  share.records += sign;
  for (const [i, summed] of total.sums.entries()) {
    const sum = share.sums[i];
    if (sum) addValue(sum, unitsOf(Object.hasOwn(fields, summed.field) ? fields[summed.field] : undefined, summed), sign);
  }
}

/** @returns the numbers of a share under the names that they have in a document; those that are 0 are left out */
export function numbersOf({ records, sums }: Share): Record<string, number> {
  const all = sums.flatMap(({ numbers, high, low, unfit }, i): [string, number][] => [
    [`numbers${i}`, numbers],
    [`high${i}`, high],
    [`low${i}`, low],
    [`unfit${i}`, unfit],
  ]);
  return Object.fromEntries([['records', records] as [string, number], ...all].filter(([, number]) => number !== 0));
}

export const noSum: Sum = { numbers: 0, high: 0, low: 0, unfit: 0 };

function addValue(sum: Sum, units: bigint | 'unfit' | undefined, sign: 1 | -1): void {
  if (units === undefined) return;
  sum.numbers += sign;
  if (units === 'unfit') sum.unfit += sign;
  else {
    sum.high += sign * Number(units / half);
    sum.low += sign * Number(units % half);
  }
}

export function unitsOfSum({ high, low }: Sum): bigint {
  return BigInt(high) * half + BigInt(low);
}

/** @returns undefined for a value that is no number, and so counts for nothing in a sum */
function unitsOf(value: Json | undefined, { type, scale }: SummedField): bigint | 'unfit' | undefined {
  const scalar = scalarOf(value, { type });
  if (typeof scalar !== 'number' && !(typeof scalar === 'object' && scalar.kind === 'exact')) return undefined;
  const number = decimalOf(String(value));
  if (!number) return 'unfit';
  const beyond = number.scale - scale;
  const factor = 10n ** BigInt(Math.abs(beyond));
  if (beyond > 0 && number.digits % factor !== 0n) return 'unfit';
  const units = beyond > 0 ? number.digits / factor : number.digits * factor;
  return units < mostUnits && units > -mostUnits ? units : 'unfit';
}

/** A name of letters and digits, as paths within a document take it. */
function nameOf(values: string): string {
  return `h${createHash('sha256').update(values).digest('hex').slice(0, 24)}`;
}
