import type { Storage } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { grants, schemas } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { storageOut } from '../storages/storages.ts';

/** A storage without its records and without secrets. */
export interface BackedUpSettings {
  readonly settings: Storage;
  /** JSON of a `StorageSchema`. */
  readonly schema: string | null;
  /** JSON of `Grants`. */
  readonly accessRules: string | null;
  readonly endpoints: readonly { type: string; functionality: string; method: string; url: string | null }[];
}

/** One read for each endpoint, at least one, and one each for schema and rules where the storage has them. */
export async function settingsOf(
  { store }: Pick<Services, 'store'>,
  { id, data }: StorageRow,
  readTime: Timestamp,
): Promise<BackedUpSettings> {
  // A version of a schema or of rules never changes, so they need no read time.
  const [schema, rules, endpoints] = await Promise.all([
    data.schema ? store.in(schemas(id)).get(String(data.schema.version)) : null,
    data.access ? store.in(grants(id)).get(String(data.access.version)) : null,
    store.endpoints.query({ where: [['storageId', '==', id]], readTime }),
  ]);
  return {
    settings: storageOut(id, data),
    schema: schema?.data.schema ?? null,
    accessRules: rules?.data.grants ?? null,
    endpoints: endpoints.rows.map(({ data: { type, functionality, method, url } }) => ({ type, functionality, method, url })),
  };
}
