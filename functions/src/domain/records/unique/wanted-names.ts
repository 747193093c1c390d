import type { Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { DocumentPath } from '../../../store/model/collection.ts';
import { aliasPath } from '../model/record-ids.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { claimsOf } from '../model/unique-claims.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { ruleClaims } from './rule-claims.ts';

/** A record as it is to be again, with what no other record may hold then. */
export interface Wanted {
  readonly key: string;
  /** The id that it has, where an app has chosen it. */
  readonly clientId: string | undefined;
  /** All of them. */
  readonly fields: Readonly<Record<string, Json>>;
}

/** @returns the keys of the other records that hold the id or the values of this one: a read for each of these */
export async function holdersOf(services: RecordServices, storage: StorageRow, wanted: Wanted): Promise<string[]> {
  const rows = await services.store.getAll(await namesOf(services, storage, wanted));
  return [...new Set(rows.flatMap((row) => row?.data.ref ?? []))].filter((holder) => holder !== wanted.key);
}

/** @returns the paths of the documents that no two records share */
export async function namesOf(
  services: RecordServices,
  storage: StorageRow,
  { clientId, fields }: Wanted,
): Promise<DocumentPath<UniqueDocument>[]> {
  const rules = (await rulesOf(services, storage)) ?? undefined;
  const claims = [...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields)].map(({ path }) => path);
  return [...(clientId ? [aliasPath(storage.id, clientId)] : []), ...claims];
}
