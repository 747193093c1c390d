import type { Store } from '../../../store/access.ts';

/** Reads that are few enough to be spent by each request. */
const cheap = 3;
const shortest = 2000;
const longest = 10_000;

export interface Counted {
  readonly total: number;
  /** False for a lower bound. */
  readonly totalIsExact: boolean;
  /** What it cost to count. */
  readonly reads: number;
}

interface Shared {
  readonly counted: Promise<Counted>;
  until: number;
}

const byStore = new WeakMap<Store, Map<string, Map<string, Shared>>>();

/**
 * Counts a total that costs much once for the identical lists that an instance serves within some seconds (a tenth per read, at
 * least two), and once for those that ask at the same time. A write by this instance ends that.
 */
export async function sharedTotal(
  store: Store,
  storageId: string,
  what: string,
  now: () => number,
  count: () => Promise<Counted>,
): Promise<Counted> {
  const storages = byStore.get(store) ?? new Map<string, Map<string, Shared>>();
  byStore.set(store, storages);
  const totals = storages.get(storageId) ?? new Map<string, Shared>();
  storages.set(storageId, totals);
  const known = totals.get(what);
  if (known && known.until > now()) return known.counted;
  // Requests that come while it is being counted share it: it is then as new as their own count would be at best.
  const shared: Shared = { counted: count(), until: Number.POSITIVE_INFINITY };
  totals.set(what, shared);
  try {
    const counted = await shared.counted;
    if (counted.reads > cheap) shared.until = now() + Math.min(longest, Math.max(shortest, counted.reads * 100));
    else totals.delete(what);
    if (totals.size > 200) totals.clear();
    return counted;
  } catch (error) {
    totals.delete(what);
    throw error;
  }
}

export function forgetTotals(store: Store, storageId: string): void {
  byStore.get(store)?.delete(storageId);
}
