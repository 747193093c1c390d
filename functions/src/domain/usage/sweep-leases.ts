import { usage } from '../../store/collections.ts';
import type { DocumentPath } from '../../store/model/collection.ts';
import { log } from '../../config/log.ts';
import type { Store } from '../../store/access.ts';
import type { Row } from '../../store/model/row.ts';
import { gone, increment, Timestamp } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import { optimistically } from '../../store/compare-and-set.ts';
import { settleLease, silentMillis } from './lease.ts';
import type { StoredLease, UsageDocument } from '../../store/documents/usage-documents.ts';

const perRun = 200;
/** Ids in one question to the log, which takes a filter of 20,000 characters. */
const perQuestion = 50;
/** How long a log is asked for before a lease stays counted for good. */
const patienceMillis = 6 * 3_600_000;

/**
 * The credits of leases that may have been used, by their instances' log; without those that the log does not show now.
 * @param leases ids @param since milliseconds since the epoch; all leases were taken later
 */
export type ReservedBy = (leases: readonly string[], since: number) => Promise<ReadonlyMap<string, number>>;

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
  const { rows } = await store.query({
    from: usage.name,
    where: [['sweepAt', '<=', Timestamp.fromMillis(now())]],
    orderBy: [['sweepAt', 'asc']],
    limit: perRun,
  });
  const silent = rows.map(({ data }) => silentLeases(data, now()));
  const reservedOf = await reservedByAll(reservedBy, silent.flat());
  let refunded = 0;
  for (const [at, row] of rows.entries()) {
    try {
      refunded += await settleAll(row, silent[at] ?? []);
    } catch (error) {
      log.error('credits.sweep-late', { path: row.path }, error); // an account that fails keeps none back that follows it
    }
  }
  return refunded;

  async function settleAll({ path, data }: Row<UsageDocument>, lost: readonly SilentLease[]): Promise<number> {
    let sum = 0;
    for (const { instance, lease } of lost) {
      const reserved = reservedOf.get(lease.id) ?? null;
      if (reserved === null && now() - lease.at.toMillis() < patienceMillis) continue;
      sum += await settleLost(store, { path, tenantId: data.tenantId, instance, lease, reserved });
    }
    await planNextSweep(store, path, now());
    return sum;
  }
}

interface SilentLease {
  readonly instance: string;
  readonly lease: StoredLease;
}

function silentLeases({ leases }: UsageDocument, now: number): SilentLease[] {
  return Object.entries(leases).flatMap(([instance, lease]) => (now - lease.at.toMillis() >= silentMillis ? [{ instance, lease }] : []));
}

/** Asks for many leases in one question: the log answers 60 a minute for the whole project. */
async function reservedByAll(reservedBy: ReservedBy, silent: readonly SilentLease[]): Promise<Map<string, number>> {
  const reserved = new Map<string, number>();
  const inOrder = silent.map(({ lease }) => ({ id: lease.id, at: lease.at.toMillis() })).sort((a, b) => a.at - b.at);
  for (let from = 0; from < inOrder.length; from += perQuestion) {
    const group = inOrder.slice(from, from + perQuestion);
    const found = await reservedBy(
      group.map(({ id }) => id),
      group[0]?.at ?? 0,
    );
    for (const [id, credits] of found) reserved.set(id, credits);
  }
  return reserved;
}

/** @param reserved null when unknown: the lease stays counted @returns the refunded credits */
async function settleLost(
  store: Store,
  {
    path,
    tenantId,
    instance,
    lease: { id, granted },
    reserved,
  }: { path: DocumentPath<UsageDocument>; tenantId: string; instance: string; lease: StoredLease; reserved: number | null },
): Promise<number> {
  const unused = reserved === null ? 0 : Math.max(0, granted - reserved);
  const outcome = reserved === null ? { uncertain: increment(granted) } : { refunded: increment(unused) };
  const isSettled = await settleLease(store, { path, tenantId, instance, leaseId: id, unused, changes: outcome });
  if (!isSettled) return 0; // alive after all
  log.info('credits.swept', { tenantId, lease: id, granted, reserved, unused });
  return unused;
}

function planNextSweep(store: Store, path: DocumentPath<UsageDocument>, now: number): Promise<void> {
  return optimistically(async () => {
    const usage = await store.get(path);
    if (!usage) return;
    const oldest = Math.min(...Object.values(usage.data.leases).map((lease) => lease.at.toMillis()));
    const next = Number.isFinite(oldest) ? Timestamp.fromMillis(Math.max(oldest + silentMillis, now + 60_000)) : gone;
    await store.commit([update(path, { sweepAt: next }, { lastUpdateTime: usage.updateTime })]);
  });
}
