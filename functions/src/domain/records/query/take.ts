import type { Reader } from './budget.ts';
import type { Candidate } from './candidate.ts';
import type { Source } from './source.ts';

export interface Taken {
  readonly found: Candidate[];
  /** Matches that were passed over for `skip`. */
  readonly skipped: number;
  /** Everything was looked at. */
  readonly exhausted: boolean;
  /** Candidates that were looked at. */
  readonly looked?: number;
  /** The last one looked at: where to go on when the budget ended first. */
  readonly last: Candidate | undefined;
  /** Further matches in what was read, up to `upTo`, the last one looked at; they follow those in `found` without a gap. */
  readonly spare?: readonly Candidate[];
  readonly upTo?: Candidate | undefined;
  /** Whether another match follows: reads one record if all match, else a few; undefined when these do not show it. */
  readonly lookBehind?: () => Promise<boolean | undefined>;
}

const largestBatch = 300;
/** Candidates that are looked at behind the last match where not all match. */
const lookedAtBehind = 50;
/** A few more than expected spare most lists another trip. */
const margin = 1.25;

/** The share of a source's candidates that match: all, nearly all, or an unknown share. */
export type Density = 'all' | 'most' | 'some';

/** Takes matching candidates in order, in growing batches, until there are enough, no more, or the budget is spent. */
export async function take(
  reader: Reader,
  {
    source,
    isMatch,
    want,
  }: { source: Source; isMatch: (candidate: Candidate) => boolean; want: { skip: number; limit: number; density: Density } },
): Promise<Taken> {
  const found: Candidate[] = [];
  let skipped = 0;
  let looked = 0;
  let last: Candidate | undefined;
  let batch = want.density === 'some' ? want.limit * 2 : want.limit;
  const left = () => (source.isFree ? Number.POSITIVE_INFINITY : Math.max(reader.left, source.waiting ?? 0));
  while (found.length < want.limit && !source.ended && left() > 0) {
    const matched = skipped + found.length;
    const missing = want.skip + want.limit - matched;
    // Where nearly all match, the share so far predicts how many more are needed.
    const likely = want.density === 'most' && matched > 0 ? Math.ceil(((missing * looked) / matched) * margin) : batch;
    const size = Math.min(want.density === 'all' ? missing : Math.min(batch, likely), largestBatch, left());
    batch *= 2;
    const candidates = await source.next(size);
    looked += candidates.length;
    for (const [i, candidate] of candidates.entries()) {
      if (found.length === want.limit) {
        const spare = candidates.slice(i).filter(isMatch);
        const exhausted = source.ended && spare.length === 0;
        return {
          found,
          skipped,
          exhausted,
          looked,
          last: found.at(-1),
          spare,
          upTo: candidates.at(-1),
          lookBehind: () => lookBehind(spare),
        };
      }
      last = candidate;
      if (!isMatch(candidate)) continue;
      if (skipped < want.skip) skipped += 1;
      else found.push(candidate);
    }
  }
  return { found, skipped, exhausted: source.ended, looked, last, spare: [], upTo: last, lookBehind: () => lookBehind([]) };

  async function lookBehind(spare: readonly Candidate[]): Promise<boolean | undefined> {
    if (spare.length > 0) return true;
    const size = want.density === 'all' ? 1 : Math.min(lookedAtBehind, left());
    const next = source.ended || size === 0 ? [] : await source.next(size);
    if (next.some(isMatch)) return true;
    return source.ended ? false : undefined;
  }
}

interface Seen {
  readonly limit: number;
  /** As many as the exact total have been passed. */
  readonly isLastByTotal: boolean;
  /** The page continues another one. */
  readonly isContinued: boolean;
}

/**
 * Whether the list continues after a page. The total is not enough: records change between the count
 * and the page, and between pages, but a walk must meet every record that stays. A look behind it
 * confirms a last page. If that shows nothing, a first page relies on the total; a walk continues.
 */
export async function isMore({ exhausted, found, lookBehind }: Taken, { limit, isLastByTotal, isContinued }: Seen): Promise<boolean> {
  if (exhausted || !isLastByTotal) return !exhausted;
  const known = found.length === limit ? await lookBehind?.() : undefined;
  return known ?? isContinued;
}
