import type { UsageDocument } from '../../store/documents/usage-documents.ts';
import { silentMillis } from './lease.ts';

interface Served {
  /** Calls that were served. */
  used: number;
  /** Credits that instances hold in advance; some of them may be used by now. */
  reserved: number;
  /** Served calls by day of the month. */
  days: Record<string, number>;
}

/**
 * Separates what was served from what instances hold in advance: a lease was taken for one call at least. An instance returns the
 * rest seconds after the last call; what a silent one holds counts as served until the sweeper settles it.
 */
export function servedOf(usage: UsageDocument | undefined, now: number): Served {
  const days: Record<string, number> = { ...usage?.days };
  let reserved = 0;
  for (const { granted, day, at } of Object.values(usage?.leases ?? {})) {
    if (now - at.toMillis() >= silentMillis) continue;
    reserved += granted - 1;
    days[day] = (days[day] ?? 0) - (granted - 1);
  }
  return { used: (usage?.used ?? 0) - reserved, reserved, days };
}
