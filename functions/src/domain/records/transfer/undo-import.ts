import type { RecordDocument } from '@bedplate/contract';
import { ApiError, notFound } from '../../../errors/api-error.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { update } from '../../../store/model/writes.ts';
import type { Row } from '../../../store/model/row.ts';
import { recordPath } from '../model/paths.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { isoTime } from '../model/present.ts';
import { mostToldEach } from '../jobs/told-once.ts';
import { endedEventWrites } from '../write/ended-events.ts';
import type { Telling } from '../write/result-events.ts';
import { writeRecords } from '../write/write-records.ts';
import { importPath, keyOfRow } from './import-document.ts';

const chunk = 100;

/**
 * Takes an import back: its records go for good, but for those that were changed since, unless `force`.
 * @returns how many went and how many were kept @throws {ApiError} not-found
 */
export async function undoImport(
  services: RecordServices,
  { storage, importId, options: { actor, origin, force } }: { storage: StorageRow; importId: string; options: Actor & { force: boolean } },
): Promise<{ deleted: number; kept: number }> {
  const found = /^[0-9a-f]{24}$/.test(importId) ? await services.store.get(importPath(storage.id, importId)) : null;
  if (!found || found.data.state === 'undone') throw notFound('Import');
  const isToldOnce = found.data.rows > mostToldEach;
  const telling: Telling = { cause: { kind: 'undo', id: importId }, ...(isToldOnce && { quietOf: [storage.id] }) };
  let deleted = 0;
  let kept = 0;
  for (let first = 1; first <= found.data.rows; first += chunk) {
    const last = Math.min(first + chunk - 1, found.data.rows);
    const ids = Array.from(
      { length: last - first + 1 },
      (_, i) => keyOfRow(importId, found.data, { row: first + i, shard: storage.data.shards[0] ?? '0' }).id,
    );
    const done = await undoRows(services, { storage, ids, options: { actor, origin, force, telling } });
    deleted += done.deleted;
    kept += done.kept;
  }
  const left = found.data.report ? { 'report.accepted': kept } : {};
  await services.store.commit([
    update(found.path, kept > 0 ? { state: 'done', ...left } : { state: 'undone' }),
    ...(isToldOnce
      ? endedEventWrites(services, [storage], { kind: 'undo', ended: { id: importId, state: 'done', changed: deleted, kept } })
      : []),
  ]);
  return { deleted, kept };
}

async function undoRows(
  services: RecordServices,
  {
    storage,
    ids,
    options: { force, ...options },
  }: { storage: StorageRow; ids: readonly string[]; options: Actor & { force: boolean; telling: Telling } },
): Promise<{ deleted: number; kept: number }> {
  for (;;) {
    const rows = (await services.store.getAll(ids.map((id) => recordPath(storage.id, id)))).filter((row) => row !== null);
    const going = rows.filter((row) => force || isAsImported(row));
    const writes = going.map(({ id, data }) => ({
      op: 'delete' as const,
      id,
      permanent: true,
      storage,
      where: '',
      ifUpdatedAt: isoTime(data.updatedAt),
    }));
    try {
      if (writes.length > 0) await writeRecords(services, writes, options);
      return { deleted: going.length, kept: rows.length - going.length };
    } catch (error) {
      // One of them was changed or deleted in this moment: look again.
      if (!(error instanceof ApiError) || (error.code !== 'conflict' && error.code !== 'not-found')) throw error;
    }
  }
}

/** Compares Firestore's own times, because the record's times differ from the start of a long import. */
function isAsImported({ createTime, updateTime, data }: Row<RecordDocument<Timestamp>>): boolean {
  return updateTime.isEqual(createTime) && data.restoredAt === undefined;
}
