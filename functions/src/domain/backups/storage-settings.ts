import type { BackedUpEndpoint, SavedView, SchemaPart, SchemaState, Storage, StorageSchema } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { appMails, grants, numbers, savedViews, schemas } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { isGenerated } from '../endpoints/endpoint-out.ts';
import { counterId } from '../records/schema/next-numbers.ts';
import { schemaOf } from '../records/schema/storage-rules.ts';
import { storageOut } from '../storages/storages.ts';

/** A storage without its records and without secrets. */
export interface BackedUpSettings {
  readonly settings: Storage;
  /** JSON of a `StorageSchema`. */
  readonly schema: string | null;
  /** JSON of `Grants`. */
  readonly accessRules: string | null;
  /** Of the schema; absent in earlier backups. */
  readonly schemaState?: SchemaState | null;
  /** The next number of each field that counts; absent in earlier backups. */
  readonly counters?: Readonly<Record<string, number>>;
  readonly endpoints: readonly BackedUpEndpoint[];
  /** Storages that it was before a restore made it again. */
  readonly restoredFrom?: readonly string[];
  /** Absent in earlier backups. */
  readonly views?: readonly SavedView[];
  /** JSON of `AppMails`, of a storage of users whose owner has changed something; absent in others, and in earlier backups. */
  readonly mails?: string;
}

/** One read for each endpoint, at least one; one for the saved views, one for the mails of a storage of users, and one each for schema and rules where the storage has them, and for each field that counts. */
export async function settingsOf(
  { store }: Pick<Services, 'store'>,
  { id, data }: StorageRow,
  readTime: Timestamp,
): Promise<BackedUpSettings> {
  // A version of a schema or of rules never changes, so they need no read time.
  const [schema, rules, endpoints, views, mails] = await Promise.all([
    data.schema ? store.in(schemas(id)).get(String(data.schema.version)) : null,
    data.access ? store.in(grants(id)).get(String(data.access.version)) : null,
    store.endpoints.query({ where: [['storageId', '==', id]], readTime }),
    store.in(savedViews(id)).query({ limit: 1, readTime }),
    isUserStorage({ id, data }) ? store.in(appMails(id)).query({ limit: 1, readTime }) : null,
  ]);
  return {
    settings: storageOut(id, data),
    schema: schema?.data.schema ?? null,
    schemaState: data.schema ? stateOf(data.schema) : null,
    counters: schema ? await countersOf(store, id, counting(schemaOf(schema.data))) : {},
    accessRules: rules?.data.grants ?? null,
    endpoints: endpoints.rows.map(({ data: endpoint }) => {
      const { type, functionality, method, url } = endpoint;
      return { type, functionality, method, url, generated: isGenerated(endpoint) };
    }),
    ...(data.restoredFrom ? { restoredFrom: data.restoredFrom } : {}),
    views: views.rows[0]?.data.views ?? [],
    ...(mails?.rows[0] && { mails: mails.rows[0].data.mails }),
  };
}

function stateOf({ state }: SchemaPart): SchemaState {
  return state === 'arming' ? 'enforce' : state;
}

/** Of the moment of the look, which may be later: a number that is left out harms nobody, one that comes twice does. */
async function countersOf(store: Services['store'], storageId: string, names: readonly string[]): Promise<Record<string, number>> {
  const rows = await store.in(numbers(storageId)).getAll(names.map(counterId));
  return Object.fromEntries(names.map((name, i) => [name, rows[i]?.data.next ?? 1]));
}

/** @returns the fields that the server counts */
export function counting({ fields }: StorageSchema): string[] {
  return Object.entries(fields).flatMap(([name, { computed }]) => (computed === 'counter' ? [name] : []));
}
