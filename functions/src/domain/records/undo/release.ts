import type { Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { trash } from '../../../store/collections.ts';
import { entryAt } from '../history/entries.ts';
import { aliasPath } from '../model/record-ids.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { claimsOf } from '../model/unique-claims.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { ruleClaims } from '../unique/rule-claims.ts';

interface Wanted {
  readonly key: string;
  readonly clientId: string | undefined;
  readonly fields: Readonly<Record<string, Json>>;
  /** The undo that makes the record again. */
  readonly jobId: string;
}

/**
 * Finds who keeps a record from being made again: records that hold its id or its values in the trash, where this undo has put them. They
 * were made after it was deleted, by the same changes that are taken back, and go for good: their history still knows them.
 * @returns their deletes, for the commit that makes the record again; none where another record holds something
 */
export async function releaseWrites(services: RecordServices, storage: StorageRow, wanted: Wanted): Promise<RecordWrite[]> {
  const { store } = services;
  const rules = (await rulesOf(services, storage)) ?? undefined;
  const claims = [...claimsOf(storage, wanted.fields), ...ruleClaims(storage.id, rules, wanted.fields)].map(({ path }) => path);
  const paths = [...(wanted.clientId ? [aliasPath(storage.id, wanted.clientId)] : []), ...claims];
  const rows = await store.getAll<{ ref: string }>(paths);
  const keys = [...new Set(rows.flatMap((row) => row?.data.ref ?? []))].filter((key) => key !== wanted.key);
  const writes: RecordWrite[] = [];
  for (const key of keys) {
    const held = (await store.in(trash(storage.id)).get(key))?.data;
    const last = held?.kind === 'trash' && (await entryAt(services, { storage, key, rev: held.rev ?? 0 }));
    if (!last || last.jobId !== wanted.jobId) return [];
    writes.push({ op: 'delete', storage, id: key, where: '', permanent: true, ifDeletedAt: held.deletedAt });
  }
  return writes;
}
