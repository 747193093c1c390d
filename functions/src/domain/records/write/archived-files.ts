import { log } from '../../../config/log.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { collection } from '../../../store/model/collection.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { remove, set, update, type Write } from '../../../store/model/writes.ts';
import type { Row } from '../../../store/model/row.ts';
import { holdersOf, type RecordFiles, settleFiles } from './settle-files.ts';

/** archivedFiles/{id of a storage, project or account}: its files have to follow an archiving, a suspension, or the end of one. Decision 047. */
interface ArchivedFilesDocument {
  /** Of the objects. */
  readonly prefix: string;
  /** Where the walk goes on. */
  readonly from: string | null;
  /** When it is a sweep's turn. */
  readonly dueAt: Timestamp;
}

const archivedFiles = collection<ArchivedFilesDocument>('archivedFiles');

/** A storage, a project or a whole account. */
type Place = { tenantId: string; projectId?: string; storageId?: string };

/** The time that a call spends on it; the sweep does what remains. */
const inCallMillis = 5_000;
const patienceMillis = 2 * 60_000;
const atOnce = 20;
/** A place with many files does not keep the others waiting. */
const turnMillis = 10_000;

/** The write, for the commit of an archiving, a suspension or the end of one, that lets the files follow. */
export function filesFollow({ now }: Pick<RecordServices, 'now'>, { tenantId, projectId, storageId }: Place): Write {
  const prefix = ['tenants', tenantId, ...(projectId ? [projectId] : []), ...(storageId ? [storageId] : []), ''].join('/');
  const document: ArchivedFilesDocument = { prefix, from: null, dueAt: Timestamp.fromMillis(now() + patienceMillis) };
  return set(pathOf(storageId ?? projectId ?? tenantId), document);
}

/** Lets the files follow after the commit. A failure is no refusal: the sweep finishes the work. */
export async function followArchive(services: RecordServices, id: string): Promise<void> {
  const row = await services.store.get(pathOf(id));
  if (row) await walk(services, row, services.now() + inCallMillis);
}

/** Finishes what calls have not. Runs on a schedule. */
export async function sweepArchivedFiles(services: RecordServices, runMillis = 40_000): Promise<void> {
  const until = services.now() + runMillis;
  while (services.now() < until) {
    const { rows } = await services.store.query({
      from: archivedFiles.name,
      where: [['dueAt', '<=', Timestamp.fromMillis(services.now())]],
      orderBy: [['dueAt', 'asc']],
      limit: atOnce,
    });
    if (rows.length === 0) return;
    for (const row of rows) if (services.now() < until) await walk(services, row, Math.min(until, services.now() + turnMillis));
  }
}

async function walk(services: RecordServices, { path, data, updateTime }: Row<ArchivedFilesDocument>, until: number): Promise<void> {
  // A later archiving, recovery or suspension has written its own: it is walked again.
  const since = { lastUpdateTime: updateTime };
  let { from } = data;
  let after: Write;
  try {
    do {
      const { paths, next } = await services.files.list(data.prefix, from);
      await settlePage(services, paths);
      from = next;
    } while (from !== null && services.now() < until);
    // A large one goes on behind the others.
    after = from === null ? remove(path, since) : update(path, { from, dueAt: Timestamp.fromMillis(services.now()) }, since);
  } catch (error) {
    log.warn('files.late', { path }, error);
    // Later than the others, which it would keep back.
    after = update(path, { from, dueAt: Timestamp.fromMillis(services.now() + patienceMillis) }, since);
  }
  await services.store.commit([after]).catch((error: unknown) => log.warn('files.late', { path }, error));
}

/** Only files of records: an upload that is not complete is another one's business. */
async function settlePage(services: RecordServices, paths: readonly string[]): Promise<void> {
  const byRecord = Map.groupBy(paths, (path) => path.split('/').slice(0, 5).join('/'));
  const found = [...byRecord].flatMap(([place, own]): RecordFiles[] => {
    const [, , , storageId, key] = place.split('/');
    return storageId && key ? [{ storageId, key, files: own.map((path) => ({ path })) }] : [];
  });
  const holders = await holdersOf(services.store, found);
  const held = found.map((record, i) => ({
    ...record,
    files: record.files.filter(({ path }) => holders[i]?.files.some((file) => file.path === path)),
  }));
  await settleFiles(
    services,
    held.filter(({ files }) => files.length > 0),
  );
}

const pathOf = (id: string) => archivedFiles.path(id);
