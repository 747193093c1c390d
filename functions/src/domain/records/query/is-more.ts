import type { Taken } from './take.ts';

interface Seen {
  readonly limit: number;
  /** As many as the exact total have been passed. */
  readonly isLastByTotal: boolean;
  /** The page goes on from another one. */
  readonly isContinued: boolean;
}

/**
 * Whether the list goes on behind a page. Its total alone cannot say so: records come and go between the count and the page, and
 * between the pages of a walk, and whoever walks must still meet every record that stays. So a last page is confirmed by a look
 * behind it. Where that cannot tell, the total is believed of a first page, and a walk goes on.
 */
export async function isMore({ exhausted, found, lookBehind }: Taken, { limit, isLastByTotal, isContinued }: Seen): Promise<boolean> {
  if (exhausted || !isLastByTotal) return !exhausted;
  const known = found.length === limit ? await lookBehind?.() : undefined;
  return known ?? isContinued;
}
