import type { DataRecord } from '@bedplate/contract';
import { keysOfRecords } from '../model/record-ids.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import { fromTrash, toRecordJson } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';

const stretch = 200;

/** Yields the records with these ids in their order, live or in the trash; skips missing ones. */
export async function* recordsById(services: RecordServices, storage: StorageRow, ids: readonly string[]): AsyncGenerator<DataRecord[]> {
  for (let i = 0; i < ids.length; i += stretch) {
    const keys = (await keysOfRecords(services, storage.id, ids.slice(i, i + stretch))).filter((key) => key !== null);
    const live = await services.store.getAll(keys.map((key) => recordPath(storage.id, key)));
    const missing = keys.filter((_, at) => !live[at]);
    const trash = await services.store.getAll(missing.map((key) => deletedPath(storage.id, key)));
    const deleted = new Map(missing.map((key, at) => [key, trash[at]]));
    yield keys.flatMap((key, at): DataRecord[] => {
      const gone = deleted.get(key);
      const stored = live[at]?.data ?? (gone ? fromTrash(gone.data) : null);
      return stored
        ? [toRecordJson({ id: key, stored }, { softDelete: storage.data.is_softDelete || !live[at], files: services.files })]
        : [];
    });
  }
}
