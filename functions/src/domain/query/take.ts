import type { Reader } from './budget.ts';
import type { Candidate } from './candidate.ts';
import type { Source } from './source.ts';

export interface Taken {
  readonly found: Candidate[];
  /** Matches that were passed over for `skip`. */
  readonly skipped: number;
  /** Everything was looked at. */
  readonly exhausted: boolean;
  /** The last one looked at: where to go on when the budget ended first. */
  readonly last: Candidate | undefined;
}

const largestBatch = 300;

/** Takes matching candidates in order, in growing batches, until there are enough, no more, or the budget is spent. */
export async function take(
  reader: Reader,
  source: Source,
  isMatch: (candidate: Candidate) => boolean,
  want: { skip: number; limit: number /** Nearly everything matches: read no more than needed. */; dense: boolean },
): Promise<Taken> {
  const found: Candidate[] = [];
  let skipped = 0;
  let last: Candidate | undefined;
  let batch = want.limit * 2;
  while (found.length < want.limit && !source.ended && reader.left > 0) {
    const missing = want.skip - skipped + want.limit - found.length;
    const size = Math.min(want.dense ? missing : batch, largestBatch, reader.left);
    batch *= 2;
    for (const candidate of await source.next(size)) {
      if (found.length === want.limit) return { found, skipped, exhausted: false, last: found.at(-1) };
      last = candidate;
      if (!isMatch(candidate)) continue;
      if (skipped < want.skip) skipped += 1;
      else found.push(candidate);
    }
  }
  return { found, skipped, exhausted: source.ended, last };
}
