import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import { type HealthJobsDocument, healthPaths } from '../../store/documents/health-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { merge } from '../../store/model/writes.ts';
import { planRestore } from '../records/restore/plan-restore.ts';
import { parseRanges } from '../records/snapshots/range.ts';
import { parseLine } from '../records/snapshots/record-line.ts';
import { backupFolder, readObject } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';

const day = 86_400_000;
/** After a drill that succeeded; one that failed is repeated the next day. */
const pauseDays = 30;
/** Of the platform's backups, one is taken. */
const looked = 50;

/**
 * Once a month, restores a backup into nowhere: each object is read and compared with its checksum, each line becomes the write that would
 * bring its record back, and the records are counted. The health page tells the result. One read where it is not due.
 */
export async function drill(services: Services, until: number): Promise<void> {
  const now = services.clock();
  const last = (await services.store.get(healthPaths.jobs))?.data.backupDrill;
  if (last && now - last.at.toMillis() < (last.failure === null ? pauseDays : 1) * day) return;
  const { rows } = await services.store.backups.query({ where: [['state', '==', 'ready']], limit: looked });
  const sample = rows[Math.floor(now / day) % Math.max(1, rows.length)];
  if (!sample) return;
  const result = await restoreIntoNowhere(services, sample, until);
  if (result.failure !== null) log.error('backup.drill-failed', { backup: sample.id, failure: result.failure });
  const backupDrill = { at: Timestamp.fromMillis(now), ...result };
  await services.store.commit([merge(healthPaths.jobs, { backupDrill } satisfies HealthJobsDocument)]);
}

async function restoreIntoNowhere(
  services: Services,
  { id, data }: BackupRow,
  until: number,
): Promise<{ records: number; failure: string | null }> {
  let records = 0;
  const folder = backupFolder(data.tenantId, data.projectId);
  try {
    for (const storageId of data.storages) {
      const part = await services.store.in(backupParts(id)).get(storageId);
      const storage = await services.store.storages.get(storageId);
      for (const { object, records: expected = 0 } of parseRanges(part?.data.ranges ?? '[]')) {
        if (!object) continue;
        if (services.clock() >= until) throw new Error(`There was time for ${records} of ${data.records} records.`);
        const lines = (await readObject(services.records, folder, object)).split('\n').filter(Boolean).map(parseLine);
        if (lines.length !== expected) throw new Error(`The object ${object} has ${lines.length} records in place of ${expected}.`);
        if (storage) for (const line of lines) planRestore(storage, { line, live: null, deleted: null }, 'missing');
        records += lines.length;
      }
    }
    if (records !== data.records) throw new Error(`The backup has ${records} records in place of ${data.records}.`);
    return { records, failure: null };
  } catch (error) {
    return { records, failure: (error instanceof Error ? error.message : String(error)).slice(0, 200) };
  }
}
