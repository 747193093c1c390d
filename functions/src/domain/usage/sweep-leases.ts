import { log } from '../../config/log.ts';
import type { Store } from '../../store/access.ts';
import { gone, increment, Timestamp } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import { optimistically } from '../../store/compare-and-set.ts';
import { settleLease, silentMillis } from './lease.ts';
import type { StoredLease, UsageDocument } from '../../store/documents/usage-documents.ts';

const perRun = 200;
/** How long a log is asked for before a lease stays counted for good. */
const patienceMillis = 6 * 3_600_000;

/** The credits of a lease that may have been used, by its instance's log; null when the log does not show it now. */
export type ReservedBy = (lease: string, since: number) => Promise<number | null>;

/**
 * Settles leases of lost instances, on a schedule. Credits that the log shows as unused are refunded;
 * without a log they stay counted. @returns the refunded credits
 */
export async function sweepLeases({
  store,
  now,
  reservedBy,
}: {
  store: Store;
  now: () => number;
  reservedBy: ReservedBy;
}): Promise<number> {
  const { rows } = await store.query<UsageDocument>({
    from: 'usage',
    where: [['sweepAt', '<=', Timestamp.fromMillis(now())]],
    orderBy: [['sweepAt', 'asc']],
    limit: perRun,
  });
  let refunded = 0;
  for (const { path, data } of rows) {
    const silent = Object.entries(data.leases).filter(([, lease]) => now() - lease.at.toMillis() >= silentMillis);
    for (const [instance, lease] of silent) {
      const reserved = await reservedBy(lease.id, lease.at.toMillis());
      if (reserved === null && now() - lease.at.toMillis() < patienceMillis) continue;
      refunded += await settleLost(store, path, data.tenantId, instance, lease, reserved);
    }
    await planNextSweep(store, path, now());
  }
  return refunded;
}

/** @param reserved null when unknown: the lease stays counted @returns the refunded credits */
async function settleLost(
  store: Store,
  path: string,
  tenantId: string,
  instance: string,
  { id, granted }: StoredLease,
  reserved: number | null,
): Promise<number> {
  const unused = reserved === null ? 0 : Math.max(0, granted - reserved);
  const outcome = reserved === null ? { uncertain: increment(granted) } : { refunded: increment(unused) };
  const isSettled = await settleLease(store, path, tenantId, instance, id, unused, outcome);
  if (!isSettled) return 0; // alive after all
  log.info('credits.swept', { tenantId, lease: id, granted, reserved, unused });
  return unused;
}

function planNextSweep(store: Store, path: string, now: number): Promise<void> {
  return optimistically(async () => {
    const usage = await store.get<UsageDocument>(path);
    if (!usage) return;
    const oldest = Math.min(...Object.values(usage.data.leases).map((lease) => lease.at.toMillis()));
    const next = Number.isFinite(oldest) ? Timestamp.fromMillis(Math.max(oldest + silentMillis, now + 60_000)) : gone;
    await store.commit([update(path, { sweepAt: next }, { lastUpdateTime: usage.updateTime })]);
  });
}
