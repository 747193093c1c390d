import type { SchemaField, SchemaState, StorageSchema } from '@bedplate/contract';
import { call, mustCall } from './call.ts';
import { type Admin, aStorage, keysOf, type Person } from './personas.ts';

interface Declared {
  readonly projectId: string;
  readonly storageId: string;
  /** The schema before; 0 while there is none. */
  readonly version?: number;
  readonly state?: SchemaState;
  readonly fields: Record<string, SchemaField>;
  readonly unique?: StorageSchema['unique'];
}

/** Says what the fields of a storage are, as the page Fields does. */
export function declare(person: Person, { projectId, storageId, version = 0, state = 'learn', fields, unique = [] }: Declared) {
  const path = `/app/project/${projectId}/dataStorages/${storageId}/schema`;
  const body = { version, state, schema: { fields, unique } };
  return call<{ data: { version: number; state: string } }>({ path, method: 'PUT', body, token: person.token });
}

type Fields = Record<string, unknown>;
export type DeclaredStorage = Awaited<ReturnType<typeof aDeclaredStorage>>;

/** A storage with these fields, and the calls of the data API on it. */
export async function aDeclaredStorage(
  admin: Admin,
  { storageKey, ...declared }: Omit<Declared, 'storageId' | 'version' | 'fields'> & { storageKey: string; fields?: Declared['fields'] },
) {
  const { projectId, fields } = declared;
  const { id: storageId } = await aStorage(admin, projectId, storageKey, true);
  if (fields) {
    const { status, text } = await declare(admin, { ...declared, storageId, fields });
    if (status !== 200) throw new Error(text);
  }
  const path = `/api/${storageKey}/${storageId}`;
  const keys = keysOf(admin, projectId);
  const get = <Body>(rest: string) => mustCall<Body>({ path: path + rest, ...keys });
  return {
    storageId,
    storageKey,
    /** Of its calls in the console. */
    console: `/app/project/${projectId}/dataStorages/${storageId}`,
    send: (body: unknown, rest = '', method = 'POST') =>
      call<{ data: Fields; warnings?: { field: string }[] }>({ path: path + rest, ...keys, body, method }),
    ask: (rest: string, method = 'GET') => call<{ data: Fields[] }>({ path: path + rest, ...keys, method }),
    add: async (records: Fields[]) => (await mustCall<{ data: { id: string }[] }>({ path, ...keys, body: records })).data,
    list: async (query: string) => (await get<{ data: Fields[] }>(`?${query}`)).data,
    totals: async (query: string) => (await get<{ data: unknown }>(`/aggregate?${query}`)).data,
    import: (body: string, type: string, rest = '') =>
      call<{ warnings?: { field: string }[] }>({ path: `${path}/import${rest}`, ...keys, body, headers: { 'content-type': type } }),
    /** @returns the path of an address to which anyone may post events */
    hook: async () => {
      const body = { dataStorageId: storageId, endpoint: 'https://example.com', type: 'webhook', functionality: 'sender', method: 'post' };
      const { data } = await mustCall<{ data: { endpoint: string } }>({
        path: `/app/project/${projectId}/endpoints`,
        token: admin.token,
        body,
      });
      return new URL(data.endpoint).pathname;
    },
  };
}
