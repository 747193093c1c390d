import type { Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { trash } from '../../../store/collections.ts';
import { entryAt } from '../history/entries.ts';
import { aliasPath } from '../model/record-ids.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { claimsOf } from '../model/unique-claims.ts';
import type { RecordState } from '../history/record-state.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { ruleClaims } from '../unique/rule-claims.ts';
import type { UndoPlan } from './plan-undo.ts';

export interface Wanted {
  readonly key: string;
  /** The id that it has again, and all its fields as the undo would leave them. */
  readonly clientId: string | undefined;
  readonly fields: Readonly<Record<string, Json>>;
}

export function wantedBy(key: string, plan: UndoPlan, state: RecordState): Wanted {
  const isMade = plan.existence === 'revive' || plan.existence === 'bury';
  const after = Object.entries({ ...(isMade ? {} : state.fields), ...plan.fields });
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

/** @returns the keys of the other records that hold the id or the values of this one: a read for each of these */
export async function holdersOf(services: RecordServices, storage: StorageRow, wanted: Wanted): Promise<string[]> {
  const rows = await services.store.getAll<{ ref: string }>(await namesOf(services, storage, wanted));
  return [...new Set(rows.flatMap((row) => row?.data.ref ?? []))].filter((holder) => holder !== wanted.key);
}

/** @returns the paths of the documents that no two records share */
async function namesOf(services: RecordServices, storage: StorageRow, { clientId, fields }: Wanted): Promise<string[]> {
  const rules = (await rulesOf(services, storage)) ?? undefined;
  const claims = [...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields)].map(({ path }) => path);
  return [...(clientId ? [aliasPath(storage.id, clientId)] : []), ...claims];
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
