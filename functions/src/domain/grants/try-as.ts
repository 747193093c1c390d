import { isDeepStrictEqual } from 'node:util';
import {
  type AccessTryAs,
  type AccessAs,
  type DataRecord,
  type Grants,
  type GrantVerb,
  grantVerbs,
  systemFields,
  type TriedAs,
  type TriedDecision,
  type TriedRules,
} from '@bedplate/contract';
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
import { tryWrite } from './try-write.ts';

/** Records that are looked at, the newest ones, and those of them that the answer shows. */
const most = { looked: 100, shown: 5 };

interface Trying extends AccessTryAs {
  /** The rules that count at present. */
  readonly saved: Grants;
}

/** @returns what somebody would see and might do, and under the saved rules does; nothing is written @throws {ApiError} invalid-argument for an unknown user or key; not-found for the record */
export async function tryAs(services: Services, storage: StorageRow, { as, grants, saved, record: id, values }: Trying): Promise<TriedAs> {
  const who = await callerAs(services, storage, as);
  const asked = id === undefined ? null : (await findRecord(services.records, storage, { id })).record;
  const { rows } = await services.store.in(records(storage.id)).query({ orderBy: [[documentId, 'asc']], limit: most.looked });
  const looked = rows.map((row) => toRecordJson({ id: row.id, stored: row.data }, { softDelete: false, files: services.records.files }));
  const by = (rules: Grants) => triedBy(services, storage, { who, rules, looked, asked, values });
  return { looked: rows.length, ...(await by(grants)), saved: isDeepStrictEqual(saved, grants) ? null : await by(saved) };
}

interface Meeting {
  readonly who: GrantCaller;
  readonly rules: Grants;
  readonly looked: readonly DataRecord[];
  readonly asked: DataRecord | null;
  readonly values: AccessTryAs['values'];
}

async function triedBy(services: Services, storage: StorageRow, { who, rules, looked, asked, values }: Meeting): Promise<TriedRules> {
  const access = grantedTo(who, storage, rules);
  const listed = looked.flatMap((one) => access.lists(one) ?? []);
  const names = new Set(looked.flatMap((one) => Object.keys(access.sees(one) ?? {})));
  const decided = async (verb: GrantVerb): Promise<TriedDecision> => {
    const record = verb === 'list' || verb === 'create' ? null : asked;
    const isTried = verb === 'delete' ? record : values && (verb === 'create' || (verb === 'update' && record));
    if (isTried && verb !== 'list' && verb !== 'read')
      return tryWrite(services.records, storage, { who, rules, verb, record, values: values ?? {} });
    return decide(rules, 0, { who, storage, verb, record });
  };
  return {
    listed: listed.length,
    fields: [...names].filter((name) => !(systemFields as readonly string[]).includes(name)).sort(),
    shown: listed.slice(0, most.shown),
    record: asked && access.reads(asked),
    decisions: await Promise.all(grantVerbs.map(decided)),
  };
}

async function callerAs(services: Services, { data: { projectId } }: StorageRow, as: AccessAs): Promise<GrantCaller> {
  const now = services.clock();
  if ('visitor' in as) return { caller: { keyId: 'visitor' }, user: undefined, isVisitor: true, now };
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
