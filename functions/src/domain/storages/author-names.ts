import { decodeFields, type HistoryAuthor, type Json, type RecordAuthor, type RecordDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { mayRead } from '../api-keys/key-scope.ts';
import { recordPath } from '../records/model/paths.ts';
import { keysOfRecords } from '../records/model/record-ids.ts';
import { hookNames, isHook } from '../webhooks/hook-names.ts';
import { storageIdOfKey } from './storage-by-key.ts';

type NameServices = Pick<Services, 'store' | 'records'>;
type Author = RecordAuthor | HistoryAuthor;
/** A key that asks. A named one learns its own name, and those of app users whom it may read. */
export type AskingKey = Pick<ApiCaller, 'keyId' | 'scope'>;

/**
 * Names members, named keys, inbound webhooks and app users of a project, where they still are.
 * A read for each member, key and webhook; for app users one or two, and one for each.
 * @param key absent for the account's people, who may know all of them, and for whom the account's pair has the name ''
 * @returns a function that adds the names to an author
 */
export async function authorNames(
  services: NameServices,
  { tenantId, projectId }: { readonly tenantId: string; readonly projectId: string },
  { authors, key }: { authors: readonly (Author | null)[]; key?: AskingKey | undefined },
): Promise<<A extends Author>(author: A) => A> {
  const writers = authors.flatMap((author) =>
    author ? [author, ...('startedBy' in author && author.startedBy ? [author.startedBy] : [])] : [],
  );
  const idsOf = (wanted: Author['kind']) => [...new Set(writers.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))];
  const memberIds = key?.scope ? [] : idsOf('member');
  const callers = key?.scope ? [] : idsOf('key').filter((id) => id !== key?.keyId);
  const keyIds = callers.filter((id) => !isHook(id));
  const [members, keys, hooks, users] = await Promise.all([
    services.store.users.getAll(memberIds),
    services.store.apiKeys.getAll(keyIds),
    hookNames(services, { tenantId, projectId }, callers),
    userNames(services, { projectId, ids: idsOf('appUser'), key }),
  ]);
  const names = new Map<string, string>(users.map(([id, name]) => [`appUser/${id}`, name]));
  for (const [id, name] of hooks) names.set(`key/${id}`, name);
  if (key?.scope) names.set(`key/${key.keyId}`, key.scope.name);
  for (const [i, row] of members.entries()) if (row?.data.tenantId === tenantId) names.set(`member/${memberIds[i]}`, row.data.name);
  for (const [i, row] of keys.entries())
    if (row?.data.tenantId === tenantId && (row.data.kind === 'scoped' || !key))
      names.set(`key/${keyIds[i]}`, row.data.kind === 'scoped' ? row.data.name : '');
  return function named<A extends Author>(author: A): A {
    const name = names.get(`${author.kind}/${author.id}`);
    const startedBy = 'startedBy' in author && author.startedBy ? { startedBy: named(author.startedBy) } : {};
    return { ...author, ...(name === undefined ? {} : { name }), ...startedBy };
  };
}

/** A project has one storage of app users. */
async function userNames(
  { store, records }: NameServices,
  { projectId, ids, key }: { projectId: string; ids: readonly string[]; key: AskingKey | undefined },
): Promise<[id: string, name: string][]> {
  if (ids.length === 0) return [];
  const storageId = await storageIdOfKey(store, projectId, 'users');
  if (storageId === null || (key?.scope && !(await readsUsers(store, storageId, key.scope)))) return [];
  const keys = await keysOfRecords(records, storageId, ids);
  const known = ids.flatMap((id, i) => (keys[i] ? [{ id, path: recordPath(storageId, keys[i]) }] : []));
  const rows = await store.getAll<Pick<RecordDocument<Timestamp>, 'data'>>(
    known.map(({ path }) => path),
    ['data'],
  );
  return known.flatMap(({ id }, i) => {
    const name = rows[i] ? userName(decodeFields(rows[i].data.data)) : '';
    return name === '' ? [] : [[id, name]];
  });
}

/** Rules of the users storage may hide some of a user from named keys. */
async function readsUsers(store: Services['store'], storageId: string, scope: NonNullable<AskingKey['scope']>): Promise<boolean> {
  if (!mayRead(scope, storageId)) return false;
  const storage = await store.storages.get(storageId, ['access']);
  return storage !== null && storage.data.access?.liveKeys !== false;
}

/** The name that people know an app user by. */
function userName({ username, email }: Readonly<Record<string, Json>>): string {
  const [name = ''] = [username, email].filter((each) => typeof each === 'string').map((each) => each.trim());
  return name;
}
