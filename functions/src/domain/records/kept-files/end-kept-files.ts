import { collectionPath } from '../../../store/model/collection.ts';
import { log } from '../../../config/log.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { fileUsage } from '../../../store/collections.ts';
import type { KeptFileDocument } from '../../../store/documents/kept-file-documents.ts';
import type { Row } from '../../../store/model/row.ts';
import { increment, Timestamp } from '../../../store/model/values.ts';
import { remove } from '../../../store/model/writes.ts';
import { fileChanges } from '../write/file-changes.ts';
import { type RecordFiles, settleFiles } from '../write/settle-files.ts';
import { fileIn } from '../model/kept-files.ts';

const perCommit = 100;

/** Removes kept files whose history has ended. Runs on a schedule; one read where there is nothing to do. */
export async function sweepKeptFiles(services: RecordServices, runMillis = 40_000): Promise<void> {
  const until = services.now() + runMillis;
  while (services.now() < until) {
    const { rows } = await services.store.query({
      from: collectionPath<KeptFileDocument>('keptFiles'),
      group: true,
      where: [['endsAt', '<=', Timestamp.fromMillis(services.now())]],
      orderBy: [['endsAt', 'asc']],
      limit: perCommit,
    });
    if (rows.length === 0 || !(await endKeptFiles(services, rows))) return;
  }
}

/**
 * Ends kept files: the commit counts them no more and notes that their objects have to go. A file that a record has taken up meanwhile stays.
 * @returns whether all were ended
 */
export async function endKeptFiles(services: RecordServices, rows: readonly Row<KeptFileDocument>[]): Promise<boolean> {
  const files = rows.flatMap((row) => fileIn(row) ?? []);
  const records = rows.flatMap((row): RecordFiles[] => {
    const [, storageId = ''] = row.path.split('/');
    const found = fileIn(row);
    return found ? [{ storageId, key: row.id.slice(0, row.id.lastIndexOf('-')), files: [found.stored], hasHistory: true }] : [];
  });
  const noted = fileChanges(services, records.map(named));
  const byTenant = Map.groupBy(rows, ({ data }) => data.tenantId);
  const counted = [...byTenant].map(([tenantId, own]) => {
    const bytes = own.reduce((sum, row) => sum + (fileIn(row)?.stored.size ?? 0), 0);
    return fileUsage.merge(tenantId, { bytes: increment(-bytes), files: increment(-own.length), kept: increment(-bytes) });
  });
  try {
    await services.store.commit([
      ...rows.map(({ path, updateTime }) => remove(path, { lastUpdateTime: updateTime })),
      ...counted,
      ...noted,
    ]);
  } catch (error) {
    log.warn('files.kept-late', { files: files.length }, error);
    return false; // one of them has been taken up: the next run finds the others
  }
  try {
    await settleFiles(services, records);
    await services.store.commit(noted.map(({ path }) => remove(path)));
  } catch (error) {
    log.warn('files.late', { changes: noted.length }, error);
  }
  return true;
}

/** As a note names a file: without its token. */
function named({ files, ...record }: RecordFiles): RecordFiles {
  return { ...record, files: files.map(({ path, thumbnails }) => ({ path, ...(thumbnails ? { thumbnails } : {}) })) };
}
