import type { RefusalReason } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { reasonOf } from '../jobs/job-kind.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { holdersOf } from '../unique/wanted-names.ts';
import { StillReferred } from '../write/referrers.ts';
import { writeRecords } from '../write/write-records.ts';
import { followingOf } from './following.ts';
import type { UndoPlan } from './plan-undo.ts';
import { newClaims, wantedBy } from './release.ts';
import { selectedBy, type Selection } from './selection.ts';
import { plannedUndo, type PlannedUndo } from './planned-undo.ts';
import { isInTheWay, refusedFields, without } from './undo-record.ts';
import { goneForGood, referringIn } from './undo-together.ts';
import { undoWrites } from './undo-writes.ts';

/** Writes that are tried in one commit; beyond it a record counts as refused. */
const mostWrites = 400;

/** Records that are looked at for one that wants what another one wants; of storages where values are unique. */
const mostCompared = 300;

/** A storage of the same undo. */
export interface TriedStorage {
  readonly storage: StorageRow;
  readonly selection: Selection;
}

export interface TriedUndo extends PlannedUndo {
  /** Its own writes and those of the records that have to go before, by their keys. */
  readonly writes: ReadonlyMap<string, readonly RecordWrite[]>;
}

/**
 * Tries an undo record by record without writing. What another record is in the way of is tried together with the undo of that one, which
 * the undo itself does before. Decision 100.
 * @param oldest by key, the first revision that is taken back
 * @param earlier storages that the undo works on before: their records may refer to those of this one, and go first
 */
export function undoTrial(
  services: RecordServices,
  storage: StorageRow,
  { selection, oldest, earlier }: { selection: Selection; oldest: ReadonlyMap<string, number>; earlier: readonly TriedStorage[] },
): (key: string) => Promise<TriedUndo | null> {
  const following = followingOf(services, storage, selection);
  const isTaken = selectedBy(selection);
  const known = new Map<string, TriedUndo | null>();
  const above = new Set<string>();
  const order = [...oldest.keys()];
  const isBefore = (one: string, other: string) => order.indexOf(one) < order.indexOf(other);
  let claimants: Promise<Map<string, string[]>> | undefined;
  return tried;

  /** @returns the plan, with what is refused today; null for a record that nobody knows any more */
  async function tried(key: string): Promise<TriedUndo | null> {
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    above.add(key);
    const found = await tryOne(key);
    above.delete(key);
    known.set(key, found);
    return found;
  }

  async function tryOne(key: string): Promise<TriedUndo | null> {
    const planned = await plannedUndo(services, storage, { key, oldest: oldest.get(key) ?? 1, isSelected: isTaken });
    if (!planned) return null;
    const refused = new Map<string, RefusalReason>();
    const before = new Map<string, readonly RecordWrite[]>();
    await makesRoom(key, before, await rivalsOf(key, planned));
    for (;;) {
      const plan = without(planned.plan, refused);
      const writes = undoWrites(storage, key, { ...planned, plan, following });
      if (writes.length === 0) return { ...planned, plan, writes: new Map() };
      try {
        await writeRecords(services, [...[...before.values()].flat(), ...writes], { actor: 'undo', isTrial: true });
        return {
          ...planned,
          plan,
          writes: new Map([...before, [key, [...writes, ...(plan.existence === 'remove' ? [goneForGood(storage, key)] : [])]]]),
        };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error instanceof StillReferred && (await goBefore(services, earlier, error))) return { ...planned, plan, writes: new Map() };
        if (isInTheWay(error) && (await makesRoom(key, before, await inTheWay(error, key, { ...planned, plan })))) continue;
        const fields = refusedFields(error, plan);
        for (const field of fields) refused.set(field, reasonOf(error));
        if (fields.length === 0) return { ...planned, plan: refusedWhole(plan, reasonOf(error)), writes: new Map() };
      }
    }
  }

  async function inTheWay(error: ApiError, key: string, { plan, state }: PlannedUndo): Promise<string[]> {
    if (error instanceof StillReferred) return referringIn(storage, error);
    return holdersOf(services, storage, wantedBy(key, plan, state));
  }

  /** @returns the writes of a record that waits for this one: they go back in one commit */
  async function waitingFor(key: string): Promise<Map<string, readonly RecordWrite[]>> {
    const planned = await plannedUndo(services, storage, { key, oldest: oldest.get(key) ?? 1, isSelected: isTaken });
    const writes = planned && undoWrites(storage, key, { ...planned, following });
    if (!planned || writes === null || writes.length === 0) return new Map();
    return new Map([[key, [...writes, ...(planned.plan.existence === 'remove' ? [goneForGood(storage, key)] : [])]]]);
  }

  /** @returns records before this one that get the same id or value first */
  async function rivalsOf(key: string, planned: PlannedUndo): Promise<string[]> {
    const names = await newClaims(services, storage, { key, ...planned });
    if (names.length === 0) return [];
    const all = await (claimants ??= allClaimants());
    return [...new Set(names.flatMap((name) => all.get(name) ?? []))].filter((rival) => isBefore(rival, key));
  }

  /** By the name of an id or value, the records that their undo gives it. */
  async function allClaimants(): Promise<Map<string, string[]>> {
    const all = new Map<string, string[]>();
    for (const key of order.slice(0, mostCompared)) {
      const planned = await plannedUndo(services, storage, { key, oldest: oldest.get(key) ?? 1, isSelected: isTaken });
      const names = planned ? await newClaims(services, storage, { key, ...planned }) : [];
      for (const name of names) all.set(name, [...(all.get(name) ?? []), key]);
    }
    return all;
  }

  /** @returns whether the undo of one of the records is new among those that go before */
  async function makesRoom(own: string, before: Map<string, readonly RecordWrite[]>, keys: readonly string[]): Promise<boolean> {
    const size = before.size;
    for (const key of keys) {
      if (before.has(key) || key === own || [...before.values()].flat().length > mostWrites) continue;
      const found = above.has(key) ? await waitingFor(key) : (await tried(key))?.writes;
      for (const [each, writes] of found ?? []) if (each !== own) before.set(each, writes);
    }
    return before.size > size;
  }
}

/** @returns whether all that refer to a record leave it before: they go, or no longer refer to it */
async function goBefore(
  services: RecordServices,
  earlier: readonly TriedStorage[],
  { referrer, referring }: StillReferred,
): Promise<boolean> {
  const one = earlier.find(({ storage }) => storage.id === referrer.storage.id);
  if (!one) return false;
  for (const { key } of referring) {
    const planned = await plannedUndo(services, one.storage, { key, oldest: 1, isSelected: selectedBy(one.selection) });
    if (!planned || (planned.plan.existence !== 'remove' && !Object.hasOwn(planned.plan.fields, referrer.field))) return false;
  }
  return true;
}

function refusedWhole({ conflicts }: UndoPlan, because: RefusalReason): UndoPlan {
  return {
    existence: 'stays',
    fields: {},
    files: [],
    conflicts: [...conflicts, { field: '#', reason: 'refused', author: null, because }],
    since: { fields: {} },
  };
}
