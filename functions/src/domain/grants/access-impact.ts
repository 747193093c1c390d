import type { AccessImpact, DataRecord, Grants, Moved } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { records } from '../../store/collections.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { mayRead } from '../api-keys/key-scope.ts';
import { toRecordJson } from '../records/model/present.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { storageIdOfKey } from '../storages/storage-by-key.ts';
import { grantedTo } from './access-of.ts';
import { askingUser, type GrantCaller } from './grant-caller.ts';

/** As many are looked at: each user with each record, under both versions of the rules. */
const most = { users: 25, keys: 25, records: 100 };

interface Versions {
  readonly before: Grants;
  readonly after: Grants;
}

/** @returns whom a change of the rules takes and gives what, by the newest users and records; costs a read for each */
export async function accessImpact(
  services: Services,
  storage: StorageRow,
  versions: Versions,
): Promise<Omit<AccessImpact, 'live' | 'remarks'>> {
  const newest = services.store.in(records(storage.id)).query({ orderBy: [[documentId, 'asc']], limit: most.records + 1 });
  const [people, keys, { rows }] = await Promise.all([usersOf(services, storage), keysOf(services, storage), newest]);
  const callers = [...people.callers, ...keys.callers];
  const shown = rows
    .slice(0, most.records)
    .map(({ id, data }) => toRecordJson({ id, stored: data }, { softDelete: false, files: services.records.files }));
  const moved = callers.map((caller) => movedFor(storage, caller, { ...versions, shown }));
  const count = (way: 'lost' | 'won'): Moved => {
    const touched = callers.filter((_, i) => (moved[i]?.[way].size ?? 0) > 0);
    const users = touched.filter(({ caller }) => caller.userId !== undefined).length;
    return { users, keys: touched.length - users, records: new Set(moved.flatMap((one) => [...one[way]])).size };
  };
  return {
    users: people.callers.length,
    records: shown.length,
    isWhole: people.isAll && keys.isAll && rows.length <= most.records,
    lost: count('lost'),
    won: count('won'),
  };
}

function movedFor(
  storage: StorageRow,
  caller: GrantCaller,
  { before, after, shown }: Versions & { readonly shown: readonly DataRecord[] },
): Record<'lost' | 'won', ReadonlySet<string>> {
  const [old, next] = [grantedTo(caller, storage, before), grantedTo(caller, storage, after)];
  const lost = new Set<string>();
  const won = new Set<string>();
  for (const record of shown) {
    const [then, now] = [namesOf(old.sees(record)), namesOf(next.sees(record))];
    if (then.some((name) => !now.includes(name))) lost.add(record.id);
    if (now.some((name) => !then.includes(name))) won.add(record.id);
  }
  return { lost, won };
}

function namesOf(record: DataRecord | null): readonly string[] {
  return record ? Object.keys(record) : [];
}

interface Sampled {
  readonly callers: readonly GrantCaller[];
  readonly isAll: boolean;
}

async function usersOf(services: Services, { data: { tenantId, projectId } }: StorageRow): Promise<Sampled> {
  const id = await storageIdOfKey(services.store, projectId, 'users');
  const users = id === null ? null : await services.store.storages.get(id);
  if (!users || users.data.archived) return { callers: [], isAll: true };
  const { rows } = await services.store.in(records(users.id)).query({ orderBy: [[documentId, 'asc']], limit: most.users + 1 });
  const callers = rows.slice(0, most.users).map(({ id: key, data }) => {
    const userId = data.clientId ?? key;
    const asking = askingUser(users, data, userId);
    return { caller: { tenantId, projectId, keyId: `user:${userId}`, userId }, ...asking, now: services.clock() };
  });
  return { callers, isAll: rows.length <= most.users };
}

async function keysOf(services: Services, { id: storageId, data: { tenantId, projectId } }: StorageRow): Promise<Sampled> {
  const { rows } = await services.store.apiKeys.query({ where: [['tenantId', '==', tenantId]] });
  const named = rows.filter(
    ({ data }) => data.kind === 'scoped' && data.projectId === projectId && data.active && mayRead(data, storageId),
  );
  const callers = named
    .slice(0, most.keys)
    .map(({ id }) => ({ caller: { tenantId, projectId, keyId: id }, user: undefined, now: services.clock() }));
  return { callers, isAll: named.length <= most.keys };
}
