import type { Candidate } from './candidate.ts';
import type { Reader } from './budget.ts';
import type { Source } from './source.ts';
import type { Taken } from './take.ts';

/** Candidates that are looked at beyond a page whose total says that it is the last. */
const lookAhead = 50;

interface Page {
  readonly reader: Reader;
  readonly taken: Taken;
  readonly limit: number;
  /** As many as the total have been passed. */
  readonly isLastByTotal: boolean;
  /** It goes on from another page. */
  readonly isContinued: boolean;
  /** The list behind the page. */
  readonly behind: () => Source | Promise<Source>;
  /** All that `behind` gives matches. */
  readonly dense: boolean;
  readonly matches: (candidate: Candidate) => boolean;
}

/**
 * Whether the list goes on behind a page. Its total alone cannot say so: records come and go between the count and the page, and
 * between the pages of a walk, and whoever walks must still meet every record that stays. So the last page is confirmed by a look
 * behind it, which costs one read where everything matches.
 */
export async function isMore({ reader, taken, limit, isLastByTotal, isContinued, behind, dense, matches }: Page): Promise<boolean> {
  if (taken.exhausted) return false;
  if (!isLastByTotal || (taken.spare?.length ?? 0) > 0) return true;
  if (taken.found.length < limit) return isContinued;
  const size = dense ? 1 : Math.min(lookAhead, reader.left);
  if (size === 0) return isContinued;
  const source = await behind();
  const next = await source.next(size);
  return next.some(matches) || (isContinued && !source.ended);
}
