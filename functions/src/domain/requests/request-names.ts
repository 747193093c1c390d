import type { RequestLine, RequestNames } from '@bedplate/contract';
import type { Store } from '../../store/access.ts';

type Named = Pick<RequestLine, 'storageId'> & Partial<Pick<RequestLine, 'key'>>;

/** Names the keys and storages of lines; the account's pair has the name ''. Only those of the project's account are looked up: lines hold no others. */
export async function namesOf(store: Store, tenantId: string, lines: readonly Named[]): Promise<RequestNames> {
  const keyIds = distinct(lines.map(({ key }) => key)).filter((id) => !/^(?:hook_|page:)/.test(id));
  const storageIds = distinct(lines.map(({ storageId }) => storageId));
  const [keys, storages] = await Promise.all([
    store.apiKeys.getAll(keyIds),
    store.storages.getAll(storageIds, ['tenantId', 'storageName']),
  ]);
  const keyNames = keys.flatMap((row) =>
    row?.data.tenantId === tenantId ? [[row.id, row.data.kind === 'scoped' ? row.data.name : ''] as const] : [],
  );
  return {
    keys: Object.fromEntries(keyNames),
    storages: Object.fromEntries(
      storages.flatMap((row) => (row?.data.tenantId === tenantId ? [[row.id, row.data.storageName] as const] : [])),
    ),
  };
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids)].filter((id) => typeof id === 'string').slice(0, 200);
}
