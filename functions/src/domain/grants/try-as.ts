import { type AccessAs, type Grants, grantVerbs, type TriedAs } from '@bedplate/contract';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { records } from '../../store/collections.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { toRecordJson } from '../records/model/present.ts';
import { keysOfRecords } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { findRecord } from '../records/query/get-record.ts';
import { storageIdOfKey } from '../storages/storage-by-key.ts';
import { grantedTo } from './access-of.ts';
import { decide } from './decide.ts';
import { askingUser, type GrantCaller } from './grant-caller.ts';

/** Records that are looked at, the newest ones, and those of them that the answer shows. */
const most = { looked: 100, shown: 5 };

interface Trying {
  readonly as: AccessAs;
  readonly rules: Grants;
  /** Of which the verbs are tried; none: those that need no record. */
  readonly record: string | undefined;
}

/** @returns what somebody would see and might do; nothing is written @throws {ApiError} invalid-argument for an unknown user or key; not-found for the record */
export async function tryAs(services: Services, storage: StorageRow, { as, rules, record: id }: Trying): Promise<TriedAs> {
  const who = await callerAs(services, storage, as);
  const access = grantedTo(who, storage, rules);
  const asked = id === undefined ? null : (await findRecord(services.records, storage, { id })).record;
  const { rows } = await services.store.in(records(storage.id)).query({ orderBy: [[documentId, 'asc']], limit: most.looked });
  const seen = rows
    .map((row) => toRecordJson({ id: row.id, stored: row.data }, { softDelete: false, files: services.records.files }))
    .flatMap((one) => access.lists(one) ?? []);
  return {
    looked: rows.length,
    listed: seen.length,
    shown: seen.slice(0, most.shown),
    record: asked && access.reads(asked),
    decisions: grantVerbs.map((verb) =>
      decide(rules, 0, { who, storage, verb, record: verb === 'list' || verb === 'create' ? null : asked }),
    ),
  };
}

async function callerAs(services: Services, { data: { projectId } }: StorageRow, as: AccessAs): Promise<GrantCaller> {
  const now = services.clock();
  if ('key' in as) {
    if (as.key === '*') return { caller: { keyId: as.key }, user: undefined, now };
    const key = isDocumentId(as.key) ? (await services.store.apiKeys.get(as.key))?.data : undefined;
    if (key?.kind !== 'scoped' || key.projectId !== projectId) throw invalidField('as.key', say('grantKey', { key: as.key }));
    return { caller: { keyId: as.key, scope: key }, user: undefined, now };
  }
  const usersId = await storageIdOfKey(services.store, projectId, 'users');
  const users = usersId === null ? null : await services.store.storages.get(usersId);
  if (!users) throw invalidField('as.user', say('grantNoUsers'));
  const [key] = await keysOfRecords(services.records, users.id, [as.user]);
  const row = key === undefined || key === null ? null : await services.store.in(records(users.id)).get(key);
  if (!row) throw invalidField('as.user', say('tryNobody'));
  const userId = row.data.clientId ?? row.id;
  return { caller: { keyId: `user:${userId}`, userId }, ...askingUser(users, row.data, userId), now };
}
