import type { RecordServices } from '../../../services/record-services.ts';
import { trash } from '../../../store/collections.ts';
import { entryAt } from '../history/entries.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { RecordState } from '../history/record-state.ts';
import { holdersOf, namesOf, type Wanted } from '../unique/wanted-names.ts';
import { isMadeAgain } from './plan-existence.ts';
import type { UndoPlan } from './plan-undo.ts';

export function wantedBy(key: string, plan: UndoPlan, state: RecordState): Wanted {
  const after = Object.entries({ ...(isMadeAgain(plan.existence) ? {} : state.fields), ...plan.fields });
  return {
    key,
    clientId: clientIdOf(state),
    fields: Object.fromEntries(after.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  };
}

function clientIdOf({ live, deleted }: RecordState): string | undefined {
  return live?.clientId ?? deleted?.clientId;
}

/** @returns the names of the id and the values that a record does not hold now, and that its undo gives it */
export async function newClaims(
  services: RecordServices,
  storage: StorageRow,
  { key, plan, state }: { key: string; plan: UndoPlan; state: RecordState },
): Promise<string[]> {
  if (plan.existence === 'stays' && Object.keys(plan.fields).length === 0) return [];
  const isHeld = state.live !== null || state.deleted?.kind === 'trash';
  const before = isHeld ? await namesOf(services, storage, { key, clientId: clientIdOf(state), fields: state.fields }) : [];
  return (await namesOf(services, storage, wantedBy(key, plan, state))).filter((name) => !before.includes(name));
}

/**
 * Finds who keeps a record from what it was: records that hold its id or its values in the trash, where this undo has put them. They were
 * made by the same changes that are taken back, and go for good: their history still knows them.
 * @param jobId the undo
 * @returns their deletes, for the commit of the record; none where another record holds something
 */
export async function releaseWrites(
  services: RecordServices,
  storage: StorageRow,
  { jobId, wanted }: { jobId: string; wanted: Wanted },
): Promise<RecordWrite[]> {
  const { store } = services;
  const keys = await holdersOf(services, storage, wanted);
  const writes: RecordWrite[] = [];
  for (const key of keys) {
    const held = (await store.in(trash(storage.id)).get(key))?.data;
    const last = held?.kind === 'trash' && (await entryAt(services, { storage, key, rev: held.rev ?? 0 }));
    if (!last || last.jobId !== jobId) return [];
    writes.push({ op: 'delete', storage, id: key, where: '', permanent: true, ifDeletedAt: held.deletedAt });
  }
  return writes;
}
