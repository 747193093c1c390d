import { FieldValue, Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { Store } from '../../store/access.ts';
import type { TenantDocument } from '../../store/documents.ts';
import type { LiveCache } from '../../store/live-cache.ts';
import { unmetered } from '../../store/meter.ts';
import { set, update } from '../../store/writes.ts';
import { dayOf, monthOf, type UsageDocument, usagePath } from './usage-document.ts';

/** Credits taken at once: about ten seconds of what the account uses here. */
const smallestGrant = 5;
const largestGrant = 5000;
const grantSeconds = 10;
/** An instance without a lease for this long is gone. */
const instanceMillis = 600_000;
const deniedMillis = 5_000;
/** Unused credits go back after this long without a call. */
const returnMillis = 60_000;

interface Lease {
  readonly path: string;
  readonly day: string;
  left: number;
  readonly granted: number;
  readonly takenAt: number;
  usedAt: number;
}

export interface Credits {
  /**
   * Uses one credit. @returns gives it back, for a call that failed on our side
   * @throws {ApiError} credits-exhausted when the month's credits are used up
   */
  use(tenantId: string): Promise<() => void>;
  /** Gives unused credits back to the account: before the instance ends, or when it was idle. */
  settle(): Promise<void>;
}

/**
 * Counts API calls against the plan's limit without a write per call: an instance takes a grant, which counts at once, and
 * serves calls from it. No call goes uncounted, and a lost instance leaves at most its grant counted too much.
 */
export function createCredits(services: {
  store: Store;
  tenants: LiveCache<TenantDocument>;
  now: () => number;
  instance: string;
}): Credits {
  const { store, tenants, now, instance } = services;
  const leases = new Map<string, Lease>();
  const taking = new Map<string, Promise<Lease>>();
  const deniedUntil = new Map<string, number>();
  let settling: NodeJS.Timeout | undefined;

  return { use, settle: () => giveBack(() => true) };

  async function use(tenantId: string): Promise<() => void> {
    for (;;) {
      const path = usagePath(tenantId, now());
      const lease = leases.get(tenantId);
      if (lease && lease.path === path && lease.day === dayOf(now()) && lease.left > 0) {
        lease.left -= 1;
        lease.usedAt = now();
        return () => {
          lease.left += 1;
        };
      }
      if ((deniedUntil.get(tenantId) ?? 0) > now()) throw exhausted(now());
      const pending = taking.get(tenantId) ?? unmetered(() => take(tenantId)).finally(() => taking.delete(tenantId));
      taking.set(tenantId, pending);
      await pending;
    }
  }

  async function take(tenantId: string): Promise<Lease> {
    const old = leases.get(tenantId);
    if (old && old.left > 0) await giveBackOne(tenantId, old);
    const tenant = await tenants.get(`tenants/${tenantId}`);
    const limit = tenant?.data.plan.usageLimit ?? 0;
    const at = now();
    const path = usagePath(tenantId, at);
    const day = dayOf(at);
    const granted = await store.transaction(async (tx) => {
      const usage = await tx.get<UsageDocument>(path);
      const remaining = limit - (usage?.data.used ?? 0);
      if (remaining <= 0) return 0;
      const others = Object.entries(usage?.data.leases ?? {}).filter(
        ([id, lease]) => id !== instance && at - lease.at.toMillis() < instanceMillis,
      );
      const share = Math.floor(remaining / (2 * (others.length + 1)));
      const grant = Math.max(1, Math.min(wanted(old, at), share));
      const lease = { granted: grant, at: Timestamp.fromMillis(at) };
      if (usage) {
        tx.write(
          update(path, { used: FieldValue.increment(grant), [`days.${day}`]: FieldValue.increment(grant), [`leases.${instance}`]: lease }),
        );
      } else {
        const first: UsageDocument = { tenantId, month: monthOf(at), used: grant, days: { [day]: grant }, leases: { [instance]: lease } };
        tx.write(set(path, first));
      }
      return grant;
    });
    if (granted === 0) {
      deniedUntil.set(tenantId, at + deniedMillis);
      throw exhausted(at);
    }
    const lease = { path, day, left: granted, granted, takenAt: at, usedAt: at };
    leases.set(tenantId, lease);
    settling ??= setInterval(() => void giveBack((idle) => now() - idle.usedAt > returnMillis).catch(() => {}), returnMillis).unref();
    return lease;
  }

  async function giveBack(isDue: (lease: Lease) => boolean): Promise<void> {
    const due = [...leases].filter(([, lease]) => isDue(lease));
    await Promise.all(due.map(([tenantId, lease]) => giveBackOne(tenantId, lease)));
    if (leases.size > 0) return;
    clearInterval(settling);
    settling = undefined;
  }

  async function giveBackOne(tenantId: string, lease: Lease): Promise<void> {
    if (leases.get(tenantId) === lease) leases.delete(tenantId);
    const { left } = lease;
    lease.left = 0;
    if (left === 0) return;
    const back = FieldValue.increment(-left);
    await unmetered(() =>
      store.commit([update(lease.path, { used: back, [`days.${lease.day}`]: back, [`leases.${instance}`]: FieldValue.delete() })]),
    );
  }
}

function wanted(old: Lease | undefined, at: number): number {
  if (!old) return smallestGrant;
  const perSecond = old.granted / Math.max(0.05, (at - old.takenAt) / 1000);
  return Math.min(largestGrant, Math.max(smallestGrant, Math.ceil(perSecond * grantSeconds)));
}

function exhausted(at: number): ApiError {
  const date = new Date(at);
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return new ApiError(
    'credits-exhausted',
    'The API credits of this month are used up: 0 remain. Upgrade the plan or buy credits to go on.',
    {
      retryAfter: Math.ceil((nextMonth - at) / 1000),
      headers: { 'X-Credits-Remaining': '0' },
    },
  );
}
