/** A stretch of a storage's keys, and the object with the records in it. All ranges of a part follow each other without a gap. */
export interface Range {
  /** The last key before it; null at the beginning. */
  readonly after: string | null;
  /** Its last key; null at the end. */
  readonly last: string | null;
  /** Of the object, absent before it is read; null for a range without records. */
  readonly object?: string | null;
  readonly records?: number;
  readonly files?: number;
  /** Of its lines as text. */
  readonly bytes?: number;
}

export const wholeStorage: readonly Range[] = [{ after: null, last: null }];

export function parseRanges(text: string): Range[] {
  return JSON.parse(text) as Range[]; // written by us
}

export function isRead({ object }: Range): boolean {
  return object !== undefined;
}

/** @returns the sums of what has been read */
export function totalsOf(ranges: readonly Pick<Range, 'records' | 'files' | 'bytes'>[]): { records: number; files: number; bytes: number } {
  const sum = (name: 'records' | 'files' | 'bytes') => ranges.reduce((total, range) => total + (range[name] ?? 0), 0);
  return { records: sum('records'), files: sum('files'), bytes: sum('bytes') };
}
