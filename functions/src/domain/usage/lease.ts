import type { DocumentPath } from '../../store/model/collection.ts';
import type { Store } from '../../store/access.ts';
import { gone, increment, Timestamp } from '../../store/model/values.ts';
import { create, update, type Write } from '../../store/model/writes.ts';
import { optimistically } from '../../store/compare-and-set.ts';
import type { Row } from '../../store/model/row.ts';
import type { CreditServices } from './credit-services.ts';
import type { StoredLease, UsageDocument } from '../../store/documents/usage-documents.ts';
import { boughtCredits } from '../../store/collections.ts';
import { readBought } from './bought-credits.ts';
import { dayOf, monthOf, usagePath } from './usage-document.ts';

/** An instance whose lease is older does not count as serving the account. */
const servingMillis = 60_000;
/** After this time without a renewal an instance counts as lost: twice the time of its own use. */
export const silentMillis = 1_200_000;
const grantSeconds = 10;

/** How long a lease shall last. All instances of an account write to one document, which takes about one write a second: the more there are, the longer. */
export const secondsOf = (instances: number) => Math.min(180, grantSeconds * Math.max(1, instances));

/** Credits that are logged at once, before they are used: about a quarter of a second's calls. */
export const reservedAtOnce = ({ granted, instances }: Pick<Lease, 'granted' | 'instances'>) =>
  Math.max(1, Math.floor(granted / (4 * secondsOf(instances))));

/** Credits that an instance may use. */
export interface Lease {
  readonly id: string;
  readonly path: DocumentPath<UsageDocument>;
  readonly granted: number;
  readonly isExtra: boolean;
  readonly takenAt: number;
  /** Instances that serve the account, this one included. */
  readonly instances: number;
  left: number;
  /** Credits of it that go back and are not used any more. */
  unused: number;
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

interface Taken {
  /** Null when there are no credits left. */
  readonly lease: Lease | null;
  /** The share of the plan's credits that is taken, in percent. */
  readonly percent: number;
}

/** Takes a lease: the plan's credits first, bought ones after. It is counted in the commit that makes it. One billed read and write. */
export function takeLease(
  { store, now, instance, reserve = () => {} }: CreditServices,
  tenantId: string,
  { id, wanted, limit }: Wish,
): Promise<Taken> {
  return optimistically(async () => {
    const at = now();
    const path = usagePath(tenantId, at);
    const row = await store.get(path);
    const ofPlan = (row?.data.used ?? 0) - (row?.data.extra ?? 0);
    const percentAt = (count: number) => (limit > 0 ? (count * 100) / limit : 100);
    const instances = othersServing(row?.data, instance, at) + 1;
    const own = row?.data.leases[instance];
    // An earlier attempt was committed, but its answer was lost.
    if (own?.id === id) return { lease: leaseOf(path, own, { instances, reserved: 0 }), percent: percentAt(ofPlan) };

    const fromPlan = limit - ofPlan;
    const isExtra = fromPlan <= 0;
    const bought = isExtra ? await readBought(store, tenantId) : null;
    const remaining = bought?.left ?? fromPlan;
    if (remaining <= 0) return { lease: null, percent: percentAt(ofPlan) };
    const granted = Math.max(1, Math.min(wanted, Math.floor(remaining / (2 * instances))));
    const stored: StoredLease = { id, granted, isExtra, day: dayOf(at), at: Timestamp.fromMillis(at) };
    // Logged before it is counted: of an instance that is lost right after the commit, the rest can come back.
    const reserved = reservedAtOnce({ granted, instances });
    reserve(id, reserved);
    await store.commit([countWrite(path, { tenantId, row, instance, lease: stored }), ...(bought ? [bought.use(granted)] : [])]);
    return { lease: leaseOf(path, stored, { instances, reserved }), percent: percentAt(isExtra ? ofPlan : ofPlan + granted) };
  });
}

/** Returns the rest of a lease, unless the sweeper has settled it meanwhile. */
export async function giveBackLease(
  { store, instance }: CreditServices,
  { tenantId, lease: { id, path, unused } }: { tenantId: string; lease: Lease },
): Promise<void> {
  await settleLease(store, { path, tenantId, instance, leaseId: id, unused, changes: {} });
}

/**
 * Ends a lease: `unused` credits of it are not counted any more.
 * @param changes further ones of the usage document @returns false when the lease was settled before
 */
export function settleLease(
  store: Store,
  {
    path,
    tenantId,
    instance,
    leaseId,
    unused,
    changes,
  }: {
    path: DocumentPath<UsageDocument>;
    tenantId: string;
    instance: string;
    leaseId: string;
    unused: number;
    changes: Readonly<Record<string, unknown>>;
  },
): Promise<boolean> {
  return optimistically(async () => {
    const row = await store.get(path);
    const lease = row?.data.leases[instance];
    if (!row || lease?.id !== leaseId) return false;
    const back = increment(-unused);
    const counts = { used: back, ...(lease.isExtra ? { extra: back } : {}), [`days.${lease.day}`]: back };
    const ended = { [`leases.${instance}`]: gone, ...changes };
    await store.commit([
      update(path, { ...(unused > 0 ? counts : {}), ...ended }, { lastUpdateTime: row.updateTime }),
      ...(lease.isExtra && unused > 0 ? [boughtCredits.merge(tenantId, { used: back })] : []),
    ]);
    return true;
  });
}

function countWrite(
  path: DocumentPath<UsageDocument>,
  { tenantId, row, instance, lease }: { tenantId: string; row: Row<UsageDocument> | null; instance: string; lease: StoredLease },
): Write {
  const { granted, isExtra, day, at } = lease;
  const sweepAt = row?.data.sweepAt ?? Timestamp.fromMillis(at.toMillis() + silentMillis);
  if (row) {
    const more = increment(granted);
    const counts = { used: more, ...(isExtra ? { extra: more } : {}), [`days.${day}`]: more };
    return update(path, { ...counts, [`leases.${instance}`]: lease, sweepAt }, { lastUpdateTime: row.updateTime });
  }
  const month = monthOf(at.toMillis());
  const extra = isExtra ? { extra: granted } : {};
  const first: UsageDocument = {
    tenantId,
    month,
    used: granted,
    ...extra,
    days: { [day]: granted },
    leases: { [instance]: lease },
    sweepAt,
  };
  return create(path, first);
}

function othersServing(usage: UsageDocument | undefined, instance: string, at: number): number {
  return Object.entries(usage?.leases ?? {}).filter(([id, lease]) => id !== instance && at - lease.at.toMillis() < servingMillis).length;
}

function leaseOf(
  path: DocumentPath<UsageDocument>,
  { id, granted, isExtra, at }: StoredLease,
  { instances, reserved }: Pick<Lease, 'instances' | 'reserved'>,
): Lease {
  const takenAt = at.toMillis();
  return { id, path, granted, isExtra, takenAt, instances, left: granted, unused: 0, reserved, usedAt: takenAt };
}
