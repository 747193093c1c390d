import { limitsOf } from '../plans/tenant-limits.ts';
import { randomUUID } from 'node:crypto';
import { unmetered } from '../../store/model/meter.ts';
import { tenants as accounts } from '../../store/collections.ts';
import { exhausted } from './exhausted.ts';
import { giveBackLease, type Lease, reservedAtOnce, secondsOf, takeLease } from './lease.ts';
import { dayNumber } from './usage-document.ts';
import { createKeyedMutex } from '../../store/keyed-mutex.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { CreditServices } from './credit-services.ts';

/** A lease covers about ten seconds of the account's calls here; the first one is for its call alone, so that rare calls hold nothing. */
const smallestGrant = 1;
/** A lease is at most so many times as large as the one before: two calls in the same moment are no rate. */
const growth = 10;
const largestGrant = 5000;
const deniedMillis = 5_000;
/** Unused credits are returned after this time without a call, so that the shown figures are those of served calls. */
const returnMillis = 6_000;
/** Older leases are not used: the sweeper may have settled them, taking the instance for lost. */
const usableMillis = 600_000;
/** The longest wait for a lease that is being settled. */
const turnMillis = 10_000;

export interface Credits {
  /**
   * Uses one credit. @returns a function that returns the credit after a failure on our side
   * @throws {ApiError} credits-exhausted when the plan's and the bought credits are used up
   */
  use(tenantId: string): Promise<() => void>;
  /** The known number of instances that serve the account now: at least 1. */
  instancesOf(tenantId: string): number;
  /** Gives unused credits back to the account: before the instance ends, or when it was idle. */
  settle(): Promise<void>;
}

/**
 * Counts API calls against the credits without a write per call: an instance takes a lease, which
 * counts at once, and serves calls from it. The sweeper refunds the rest of a lost instance's lease.
 * Decision 010.
 */
export function createCredits(services: CreditServices): Credits {
  const { tenants, now, reserve = () => {}, onTaken = () => {} } = services;
  const leases = new Map<string, Lease>();
  const taking = new Map<string, Promise<void>>();
  /** Until when the answer of an account without credits is kept, and what it has: a purchase ends it at once. */
  const denied = new Map<string, { until: number; means: string }>();
  /** A lease is taken after the one before has been settled: taken meanwhile, it would replace it, and its rest would stay counted. */
  const inTurn = createKeyedMutex(turnMillis);
  let settling: NodeJS.Timeout | undefined;

  return {
    use,
    instancesOf: (tenantId) => leases.get(tenantId)?.instances ?? 1,
    settle: () => giveBack(() => true),
  };

  async function use(tenantId: string): Promise<() => void> {
    for (;;) {
      const lease = leases.get(tenantId);
      if (lease && lease.left > 0 && isUsable(lease)) return useOne(lease);
      if (await isDenied(tenantId)) throw exhausted(now());
      const pending =
        taking.get(tenantId) ?? unmetered(() => inTurn(tenantId, () => take(tenantId))).finally(() => taking.delete(tenantId));
      taking.set(tenantId, pending);
      await pending;
    }
  }

  /** Costs no read while a listener keeps the account fresh. */
  async function isDenied(tenantId: string): Promise<boolean> {
    const answer = denied.get(tenantId);
    if (!answer || answer.until <= now()) return false;
    return answer.means === meansOf((await tenants.get(accounts.path(tenantId)))?.data);
  }

  /** A lease counts for the day on which it was taken. */
  function isUsable({ takenAt }: Lease): boolean {
    const at = now();
    return at - takenAt < usableMillis && dayNumber(at) === dayNumber(takenAt);
  }

  function useOne(lease: Lease): () => void {
    const used = lease.granted - lease.left + 1;
    if (used > lease.reserved) {
      lease.reserved = Math.min(lease.granted, lease.reserved + reservedAtOnce(lease));
      reserve(lease.id, lease.reserved);
    }
    lease.left -= 1;
    lease.usedAt = now();
    return () => {
      lease.left += 1;
    };
  }

  async function take(tenantId: string): Promise<void> {
    const old = leases.get(tenantId);
    if (old) await giveBackOne(tenantId, old);
    const tenant = (await tenants.get(accounts.path(tenantId)))?.data;
    const limit = tenant ? limitsOf(tenant).creditsPerMonth : 0;
    const { lease, percent } = await takeLease(services, tenantId, { limit, wanted: wanted(old, now()), id: randomUUID() });
    onTaken(tenantId, { percent, limit });
    if (!lease) {
      denied.set(tenantId, { until: now() + deniedMillis, means: meansOf(tenant) });
      throw exhausted(now());
    }
    leases.set(tenantId, lease);
    settling ??= setInterval(() => void giveBack((idle) => now() - idle.usedAt > returnMillis).catch(() => {}), returnMillis).unref();
  }

  async function giveBack(isDue: (lease: Lease) => boolean): Promise<void> {
    const due = [...leases].filter(([, lease]) => isDue(lease));
    await Promise.all(due.map(([tenantId, lease]) => inTurn(tenantId, () => giveBackOne(tenantId, lease, true))));
    if (leases.size > 0) return;
    clearInterval(settling);
    settling = undefined;
  }

  /**
   * Returns what is unused, and again later where the database did not take it: a lease is settled once, however often it is asked.
   * @param ends no lease follows: a used up one is also settled, since it would be shown as held
   */
  async function giveBackOne(tenantId: string, lease: Lease, ends = false): Promise<void> {
    if (leases.get(tenantId) === lease) leases.delete(tenantId);
    lease.unused += lease.left;
    lease.left = 0;
    if (lease.unused === 0 && !(ends && lease.granted > 1)) return;
    try {
      await unmetered(() => giveBackLease(services, { tenantId, lease }));
    } catch (error) {
      leases.set(tenantId, lease);
      throw error;
    }
  }
}

/** Names the credits that an account can be served from. */
function meansOf(tenant: TenantDocument | undefined): string {
  return tenant ? `${limitsOf(tenant).creditsPerMonth}/${tenant.extraCredits ?? 0}` : '';
}

function wanted(old: Lease | undefined, at: number): number {
  if (!old) return smallestGrant;
  const perSecond = old.granted / Math.max(0.05, (at - old.takenAt) / 1000);
  return Math.min(largestGrant, old.granted * growth, Math.max(smallestGrant, Math.ceil(perSecond * secondsOf(old.instances))));
}
