import { decodeFields, type RecordDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records, storages } from '../../../store/collections.ts';
import { isFailedPrecondition, isNotFound } from '../../../store/model/firestore-errors.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { update } from '../../../store/model/writes.ts';
import { indexWithKnownFields } from '../index/index-stored.ts';
import { prepareIndexes } from '../index/prepare-index.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { recordPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { recordChanges } from '../write/record-changes.ts';
import { recordPage } from './record-page.ts';

/** Each has a commit of its own, so that no other writer waits. */
const atOnce = 16;

/**
 * Gives records of the first form the index that a write of today would give them: see `RecordDocument.iv`. Nothing else of them
 * changes, so that no listener and no receiver hears of it. Records that come or change meanwhile have the second form already.
 */
export const reindexKind: JobKind = {
  async page(services, storage, job) {
    if (storage.data.indexForm === 2) return { seen: 0, changed: 0, kept: 0, next: null };
    const { rows, next } = await recordPage(services, storage.id, { job });
    const waiting = rows.filter(({ data }) => data.iv !== 2);
    await eachAtOnce(waiting, atOnce, (row) => reindex(services, storage, row));
    return { seen: rows.length, changed: waiting.length, kept: 0, next };
  },
  /** From here on queries ask for the second form alone. */
  async finish({ store }, storage) {
    if (storage.data.indexForm !== 2) await store.commit([storages.update(storage.id, { indexForm: 2 })]);
  },
};

async function reindex(services: RecordServices, storage: StorageRow, row: Row<RecordDocument<Timestamp>>): Promise<void> {
  const index = await indexOf(services, storage, row);
  const { changes, flags } = recordChanges(row.data, { ...row.data, known: index.known, iv: 2 }, { before: index, now: index });
  const write = update(recordPath(storage.id, row.id), changes, { lastUpdateTime: row.updateTime, flags });
  try {
    await services.store.commit([write]);
  } catch (error) {
    if (isNotFound(error)) return;
    if (!isFailedPrecondition(error)) throw error;
    const fresh = await services.store.in(records(storage.id)).get(row.id);
    if (fresh && fresh.data.iv !== 2) await reindex(services, storage, fresh);
  }
}

async function indexOf(services: RecordServices, storage: StorageRow, { data: { data } }: Row<RecordDocument<Timestamp>>) {
  const index = indexWithKnownFields(storage, data);
  if (index) return index;
  await prepareIndexes(services, storage, [decodeFields(data)]);
  const learned = await services.store.storages.get(storage.id);
  const again = learned && indexWithKnownFields(learned, data);
  if (!again) throw new Error(`The catalogue of storage ${storage.id} does not learn the fields of a record.`);
  return again;
}
