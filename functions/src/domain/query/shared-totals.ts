import type { Store } from '../../store/access.ts';

/** Totals up to this size are cheap enough to count for each request. */
const cheap = 3000;
const shortest = 2000;
const longest = 10_000;

interface Shared {
  readonly total: Promise<number>;
  until: number;
}

const byStore = new WeakMap<Store, Map<string, Map<string, Shared>>>();

/**
 * Counts a large total once for the identical lists that an instance serves within some seconds (a second per 10,000, at least
 * two), and once for those that ask at the same time. A write by this instance ends that.
 */
export async function sharedTotal(
  store: Store,
  storageId: string,
  what: string,
  now: () => number,
  count: () => Promise<number>,
): Promise<number> {
  const storages = byStore.get(store) ?? new Map<string, Map<string, Shared>>();
  byStore.set(store, storages);
  const totals = storages.get(storageId) ?? new Map<string, Shared>();
  storages.set(storageId, totals);
  const known = totals.get(what);
  if (known && known.until > now()) return known.total;
  // Requests that come while it is being counted share it: it is then as new as their own count would be at best.
  const shared: Shared = { total: count(), until: 0 };
  totals.set(what, shared);
  try {
    const total = await shared.total;
    if (total > cheap) shared.until = now() + Math.min(longest, Math.max(shortest, total / 10));
    else totals.delete(what);
    if (totals.size > 200) totals.clear();
    return total;
  } catch (error) {
    totals.delete(what);
    throw error;
  }
}

/** To be called after each write that adds, changes or removes records. */
export function forgetTotals(store: Store, storageId: string): void {
  byStore.get(store)?.delete(storageId);
}
