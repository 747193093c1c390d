import type { DocumentPath } from '../../store/model/collection.ts';
import type { Store } from '../../store/access.ts';
import { capUse } from '../../store/collections.ts';
import { optimistically } from '../../store/compare-and-set.ts';
import { gone, increment, Timestamp } from '../../store/model/values.ts';
import type { CapUseDocument } from '../../store/documents/usage-documents.ts';
import { capUseId, endOfPeriod, periodOf } from './cap-period.ts';
import type { CapScope } from './cap-scopes.ts';

/** An instance whose lease is older does not count as serving. */
const servingMillis = 60_000;
/** A lease is a small part of the cap, because that of a killed instance stays counted. */
const largestShare = 50;
const keptMillis = 60 * 86_400_000;

/** Credits of a capped scope that an instance may use in one period. */
export interface CapLease {
  readonly id: string;
  readonly path: DocumentPath<CapUseDocument>;
  readonly period: string;
  readonly granted: number;
  readonly takenAt: number;
  left: number;
  /** Credits of it that go back and are not used any more. */
  unused: number;
  usedAt: number;
}

export interface CapStore {
  readonly store: Store;
  readonly now: () => number;
  /** Names this instance in documents. */
  readonly instance: string;
}

interface Wish {
  readonly id: string;
  readonly tenantId: string;
  readonly wanted: number;
}

/**
 * Takes a lease, which is counted in the commit that makes it: no call beyond the cap is served, and none that is served is uncounted.
 * One billed read and write.
 * @returns null when the cap is reached
 */
export function takeCapLease(
  { store, now, instance }: CapStore,
  { name, cap }: CapScope,
  { id, tenantId, wanted }: Wish,
): Promise<CapLease | null> {
  return optimistically(async () => {
    const at = now();
    const useId = capUseId(name, cap.per, at);
    const period = periodOf(cap.per, at);
    const row = await store.capUse.get(useId);
    const leaseOf = (granted: number): CapLease => ({
      id,
      path: capUse.path(useId),
      period,
      granted,
      takenAt: at,
      left: granted,
      unused: 0,
      usedAt: at,
    });
    const own = row?.data.leases[instance];
    // An earlier attempt was committed, but its answer was lost.
    if (own?.id === id) return leaseOf(own.granted);
    const rest = cap.credits - (row?.data.used ?? 0);
    if (rest <= 0) return null;
    const share = Math.floor(rest / (2 * (othersServing(row?.data, instance, at) + 1)));
    const granted = Math.max(1, Math.min(wanted, share, Math.ceil(cap.credits / largestShare)));
    const lease = { id, granted, at: Timestamp.fromMillis(at) };
    await store.commit([
      row
        ? capUse.update(useId, { used: increment(granted), [`leases.${instance}`]: lease }, { lastUpdateTime: row.updateTime })
        : capUse.create(useId, {
            tenantId,
            used: granted,
            leases: { [instance]: lease },
            expiresAt: Timestamp.fromMillis(endOfPeriod(cap.per, at) + keptMillis),
          }),
    ]);
    return leaseOf(granted);
  });
}

/** Returns the unused rest of a lease. */
export function giveBackCapLease({ store, instance }: CapStore, { id, path, unused }: CapLease): Promise<void> {
  return optimistically(async () => {
    const row = await store.get(path);
    if (row?.data.leases[instance]?.id !== id) return;
    const back = unused > 0 ? { used: increment(-unused) } : {};
    const useId = path.slice(path.indexOf('/') + 1);
    await store.commit([capUse.update(useId, { ...back, [`leases.${instance}`]: gone }, { lastUpdateTime: row.updateTime })]);
  });
}

/** Returns a credit of a lease that the instance has settled. */
export async function uncountOne({ store }: CapStore, path: string): Promise<void> {
  await store.commit([capUse.update(path.slice(path.indexOf('/') + 1), { used: increment(-1) })]);
}

function othersServing(use: CapUseDocument | undefined, instance: string, at: number): number {
  return Object.entries(use?.leases ?? {}).filter(([id, lease]) => id !== instance && at - lease.at.toMillis() < servingMillis).length;
}
