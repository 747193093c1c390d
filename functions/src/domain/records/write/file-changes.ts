import { collection } from '../../../store/model/collection.ts';
import { log } from '../../../config/log.ts';
import type { Store } from '../../../store/access.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { remove, update, type Write } from '../../../store/model/writes.ts';
import type { Row } from '../../../store/model/row.ts';
import type { FileStore } from '../../../store/file-store.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { type RecordFiles, settleFiles } from './settle-files.ts';

/**
 * fileChanges/{id}: written with the commit that changed the records, and removed once their files have followed.
 * Decision 028.
 */
interface FileChangeDocument {
  readonly records: readonly RecordFiles[];
  /** When it is a sweep's turn. */
  readonly dueAt: Timestamp;
}

const changes = collection<FileChangeDocument>('fileChanges');
/** The call that made the commit has followed it by then, or never will. */
const patienceMillis = 2 * 60_000;
/** After a failure of the file store. */
const pauseMillis = 10 * 60_000;
/** A document takes 1 MiB. */
const filesPerDocument = 500;
/** Documents looked at by one run; what remains is the next run's. */
const perRun = 100;

/** Further writes of a commit that changes which files its records hold, or who may see them: none when it changes neither. */
export function fileChanges({ makeId, now }: Pick<RecordServices, 'makeId' | 'now'>, records: readonly RecordFiles[]): Write[] {
  const dueAt = Timestamp.fromMillis(now() + patienceMillis);
  return portions(records).map((portion) => changes.create(makeId().id, { records: portion, dueAt }));
}

/** Finishes what the calls that changed the records have not. Runs on a schedule. @returns how many changes were due */
export async function sweepFileChanges(
  services: { store: Store; files: FileStore; now: () => number },
  runMillis = 40_000,
): Promise<number> {
  const until = services.now() + runMillis;
  const { rows } = await services.store.query({
    from: changes.name,
    where: [['dueAt', '<=', Timestamp.fromMillis(services.now())]],
    orderBy: [['dueAt', 'asc']],
    limit: perRun,
  });
  for (const row of rows) {
    if (services.now() >= until) break;
    await finish(services, row);
  }
  return rows.length;
}

/** Delays a failed change, so that it does not block the others. */
async function finish(services: { store: Store; files: FileStore; now: () => number }, { path, data }: Row<FileChangeDocument>) {
  try {
    await settleFiles(services, data.records);
  } catch (error) {
    log.warn('files.late', { path }, error);
    await services.store.commit([update(path, { dueAt: Timestamp.fromMillis(services.now() + pauseMillis) })]);
    return;
  }
  await services.store.commit([remove(path)]);
}

function portions(records: readonly RecordFiles[]): RecordFiles[][] {
  const portions: RecordFiles[][] = [];
  let room = 0;
  for (const record of records) {
    for (let from = 0; from < record.files.length; from += filesPerDocument) {
      const files = record.files.slice(from, from + filesPerDocument);
      if (files.length > room) {
        portions.push([]);
        room = filesPerDocument;
      }
      portions.at(-1)?.push({ ...record, files });
      room -= files.length;
    }
  }
  return portions;
}
