import { FieldValue, Timestamp } from '@google-cloud/firestore';
import type { TenantDocument } from '../../store/documents.ts';
import type { Transaction } from '../../store/transaction.ts';
import { set, update } from '../../store/writes.ts';
import type { CreditServices } from './credits.ts';
import { dayOf, monthOf, type StoredLease, type UsageDocument, usagePath } from './usage-document.ts';

/** An instance whose lease is older does not count as serving the account. */
const servingMillis = 60_000;
/** After this long without a renewal an instance is gone, twice as long as it would use the lease itself. */
export const silentMillis = 1_200_000;

/** Credits that an instance may use. */
export interface Lease {
  readonly id: string;
  readonly path: string;
  readonly day: string;
  readonly granted: number;
  readonly isExtra: boolean;
  readonly takenAt: number;
  /** Instances that serve the account, this one included. */
  readonly instances: number;
  left: number;
  /** Credits of it that the log knows may be used. */
  reserved: number;
  usedAt: number;
}

interface Wish {
  readonly id: string;
  readonly wanted: number;
  /** The plan's credits of a month. */
  readonly limit: number;
}

/**
 * Takes a lease: the plan's credits first, bought ones after. It is counted in the same transaction.
 * @returns null when there are none left, and the share of the plan's credits that is taken, in percent
 */
export function takeLease(
  { store, now, instance }: CreditServices,
  tenantId: string,
  { id, wanted, limit }: Wish,
): Promise<{ lease: Lease | null; percent: number }> {
  return store.transaction(async (tx) => {
    const at = now();
    const path = usagePath(tenantId, at);
    const usage = (await tx.get<UsageDocument>(path))?.data;
    const used = usage?.used ?? 0;
    const fromPlan = limit - (used - (usage?.extra ?? 0));
    const isExtra = fromPlan <= 0;
    const remaining = isExtra ? await boughtCredits(tx, tenantId) : fromPlan;
    const percent = (taken: number) => (limit > 0 ? ((used + taken) * 100) / limit : 100);
    if (remaining <= 0) return { lease: null, percent: percent(0) };

    const others = Object.entries(usage?.leases ?? {}).filter(
      ([other, lease]) => other !== instance && at - lease.at.toMillis() < servingMillis,
    );
    const instances = others.length + 1;
    const granted = Math.max(1, Math.min(wanted, Math.floor(remaining / (2 * instances))));
    const day = dayOf(at);
    const stored: StoredLease = { id, granted, isExtra, day, at: Timestamp.fromMillis(at) };
    const sweepAt = usage?.sweepAt ?? Timestamp.fromMillis(at + silentMillis);
    if (usage) {
      const more = FieldValue.increment(granted);
      const extra = isExtra ? { extra: more } : {};
      tx.write(update(path, { used: more, ...extra, [`days.${day}`]: more, [`leases.${instance}`]: stored, sweepAt }));
    } else {
      const extra = isExtra ? { extra: granted } : {};
      const first: UsageDocument = {
        tenantId,
        month: monthOf(at),
        used: granted,
        ...extra,
        days: { [day]: granted },
        leases: { [instance]: stored },
        sweepAt,
      };
      tx.write(set(path, first));
    }
    if (isExtra) tx.write(update(`tenants/${tenantId}`, { extraCredits: FieldValue.increment(-granted) }));
    const lease: Lease = { id, path, day, granted, isExtra, takenAt: at, instances, left: granted, reserved: 0, usedAt: at };
    return { lease, percent: percent(granted) };
  });
}

/** Returns what is left of a lease, unless the sweeper has settled it meanwhile. */
export function giveBackLease({ store, instance }: CreditServices, tenantId: string, lease: Lease, left: number): Promise<void> {
  return store.transaction(async (tx) => {
    const usage = (await tx.get<UsageDocument>(lease.path))?.data;
    if (usage?.leases[instance]?.id !== lease.id) return;
    returnCredits(tx, lease.path, tenantId, lease, left, { [`leases.${instance}`]: FieldValue.delete() });
  });
}

/** Counts `left` credits of a lease as not used. @param changes further ones of the usage document */
export function returnCredits(
  tx: Transaction,
  path: string,
  tenantId: string,
  { day, isExtra }: Pick<StoredLease, 'day' | 'isExtra'>,
  left: number,
  changes: Readonly<Record<string, unknown>>,
): void {
  const back = FieldValue.increment(-left);
  tx.write(update(path, { used: back, ...(isExtra ? { extra: back } : {}), [`days.${day}`]: back, ...changes }));
  if (isExtra) tx.write(update(`tenants/${tenantId}`, { extraCredits: FieldValue.increment(left) }));
}

async function boughtCredits(tx: Transaction, tenantId: string): Promise<number> {
  return (await tx.get<TenantDocument>(`tenants/${tenantId}`))?.data.extraCredits ?? 0;
}
