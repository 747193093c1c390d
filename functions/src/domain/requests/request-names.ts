import type { RecordAuthor, RequestLine, RequestNames } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { authorNames } from '../storages/author-names.ts';
import { hookNames, isHook } from '../webhooks/hook-names.ts';

type Named = Pick<RequestLine, 'storageId'> & Partial<Pick<RequestLine, 'key' | 'user' | 'member'>>;
type Place = { readonly tenantId: string; readonly projectId: string };

/** Names what lines hold by ids; the account's pair has the name ''. Only those of the project's account are looked up: lines hold no others. */
export async function namesOf(services: Pick<Services, 'store' | 'records'>, place: Place, lines: readonly Named[]): Promise<RequestNames> {
  const { store } = services;
  const callers = distinct(lines.map(({ key }) => key)).filter((id) => !id.startsWith('page:'));
  const keyIds = callers.filter((id) => !isHook(id));
  const storageIds = distinct(lines.map(({ storageId }) => storageId));
  const memberIds = distinct(lines.map(({ member }) => member));
  const userIds = distinct(lines.map(({ user }) => user));
  const people = [...memberIds.map((id) => ({ kind: 'member', id }) as const), ...userIds.map((id) => ({ kind: 'appUser', id }) as const)];
  const [keys, hooks, storages, named] = await Promise.all([
    store.apiKeys.getAll(keyIds),
    hookNames(services, place, callers),
    store.storages.getAll(storageIds, ['tenantId', 'storageName']),
    authorNames(services, place, { authors: people }),
  ]);
  const keyNames = keys.flatMap((row) =>
    row?.data.tenantId === place.tenantId ? [[row.id, row.data.kind === 'scoped' ? row.data.name : ''] as const] : [],
  );
  const namesFor = (kind: RecordAuthor['kind'], ids: readonly string[]) =>
    Object.fromEntries(ids.flatMap((id) => [named<RecordAuthor>({ kind, id })].flatMap(({ name }) => (name ? [[id, name] as const] : []))));
  return {
    keys: Object.fromEntries([...keyNames, ...hooks]),
    storages: Object.fromEntries(
      storages.flatMap((row) => (row?.data.tenantId === place.tenantId ? [[row.id, row.data.storageName] as const] : [])),
    ),
    members: namesFor('member', memberIds),
    users: namesFor('appUser', userIds),
  };
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids)].filter((id) => typeof id === 'string').slice(0, 200);
}
