import type { Json, RecordDocument } from '@bedplate/contract';
import { FieldValue } from '@google-cloud/firestore';
import { recordPath, storagePath } from '../src/domain/records/model/paths.ts';
import type { StorageRow } from '../src/domain/records/model/storage-row.ts';
import { createRecords } from '../src/domain/records/write/create-records.ts';
import type { RecordServices } from '../src/services/record-services.ts';
import type { Timestamp } from '../src/store/model/values.ts';
import { agedRecord } from './aged-record.ts';
import { databaseOf, makeStorage } from './data-services.ts';

/** A storage as version 0.1.0 left it: texts that read as numbers or booleans are these in the indexes of its records. */
export async function storageOfFirstForm(
  services: RecordServices,
  inputs: readonly Record<string, Json>[],
): Promise<{ read: () => Promise<StorageRow>; ids: string[] }> {
  const read = await makeStorage(services);
  const ids: string[] = [];
  for (let first = 0; first < inputs.length; first += 100) {
    const made = await createRecords(services, await read(), { inputs: inputs.slice(first, first + 100), actor: 'a' });
    ids.push(...made.map(({ id }) => id));
  }
  const storage = await read();
  await databaseOf(services.store).doc(storagePath(storage.id)).update({ indexForm: FieldValue.delete() });
  const writer = databaseOf(services.store).bulkWriter();
  for (const [i, id] of ids.entries()) {
    void writer.update(databaseOf(services.store).doc(recordPath(storage.id, id)), agedRecord(storage.data, inputs[i] ?? {}));
  }
  await writer.close();
  return { read, ids };
}

/** The names of a record's tokens in the database. */
export async function tokensIn(services: RecordServices, storageId: string, id: string): Promise<string[]> {
  const row = await services.store.get<RecordDocument<Timestamp>>(recordPath(storageId, id));
  const known = ['data', 'idx', 'files', 'iv', 'known', 'createdAt', 'updatedAt', 'createdBy'];
  return Object.keys(row?.data ?? {})
    .filter((name) => !known.includes(name))
    .toSorted();
}
