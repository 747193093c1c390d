import type { RecordJob, UndoPreview } from '@bedplate/contract';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { RecordServices } from '../../services/record-services.ts';
import { eachAtOnce } from '../records/jobs/each-at-once.ts';
import { hurryJob } from '../records/job-kinds/hurry-job.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import type { CommitHook } from '../records/model/record-write.ts';
import type { Actor, StorageRow } from '../records/model/storage-row.ts';
import { keptSince, type Selection } from '../records/undo/selection.ts';
import { beginUndo, previewUndo, selectionOf } from '../records/undo/start-undo.ts';
import { hasSelected } from '../records/undo/undo-extent.ts';
import { type UndoOrder, wantedBy } from '../records/undo/undo-order.ts';

/** Storages with a history that one call takes. */
const mostStorages = 50;
/** Storages that are looked at for changes at once. */
const atOnce = 8;

interface Place {
  readonly tenantId: string;
  readonly projectId: string;
  /** @returns the named storage where the caller reaches it @throws {ApiError} not-found */
  readonly findStorage: (storageId: string) => Promise<StorageRow>;
}

interface NamedStorage {
  readonly storageId: string;
  readonly storageKey: string;
  readonly storageName: string;
}

/** By storage: the plan of a dry run, or the job that takes the changes back, one for all of them. */
export type UndoOutcome = NamedStorage & (UndoPreview | { job: RecordJob });

/** An undo that has begun in storages that hold such a change; in none without a job. */
export interface BegunUndo {
  readonly jobId: string | null;
  readonly storages: readonly NamedStorage[];
}

/**
 * Takes changes back, or shows what that would do, in one storage or in all of the project that keep a history.
 * @returns those that hold such a change; of a dry run, and where one is named, all of them
 * @throws {ApiError} invalid-argument, also for a time that is still to come or that no history keeps; not-found where no history is kept
 */
export async function undoInProject(
  services: RecordServices,
  place: Place,
  { order, author }: { order: UndoOrder; author: Actor },
): Promise<UndoOutcome[]> {
  if (order.dryRun) return previews(services, await targetsOf(services, place, order));
  return outcomesOf(services, await beginInProject(services, place, { order, author }));
}

/**
 * Begins an undo, which `outcomesOf` goes on with.
 * @param hook of the commit that begins it
 * @throws {ApiError} as `undoInProject`
 */
export async function beginInProject(
  services: RecordServices,
  place: Place,
  { order, author, hook }: { order: UndoOrder; author: Actor; hook?: CommitHook<BegunUndo> },
): Promise<BegunUndo> {
  const all = await targetsOf(services, place, order);
  const isMeant =
    order.storageId === undefined
      ? await eachAtOnce(all, atOnce, ({ storage, selection }) => hasSelected(services, storage, selection))
      : all.map(() => true);
  const meant = all.filter((_, i) => isMeant[i]);
  const [first] = meant;
  if (!first) return { jobId: null, storages: [] };
  const selection = { ...first.selection, from: Math.min(...meant.map((one) => one.selection.from)) };
  const storages = meant.map(({ storage }) => named(storage));
  const also = hook && { alsoWrites: (jobId: string) => hook.alsoWrites({ jobId, storages }) };
  const rows = meant.map(({ storage }) => storage);
  return { jobId: await beginUndo(services, rows, { selection, author, hook: also }), storages };
}

/** Works on an undo that has begun for a moment. @returns how far it is, by storage */
export async function outcomesOf(services: RecordServices, { jobId, storages }: BegunUndo): Promise<UndoOutcome[]> {
  const [first] = storages;
  if (!first || jobId === null) return [];
  const job = await workedOn(services, first.storageId, jobId);
  return storages.map((storage) => ({ ...storage, job }));
}

interface Target {
  readonly storage: StorageRow;
  readonly selection: Selection;
}

async function targetsOf(services: RecordServices, place: Place, order: UndoOrder): Promise<Target[]> {
  const wanted = wantedBy(order);
  const now = services.now();
  if (wanted.from !== undefined && wanted.from > now) throw invalidField('from', say('undoToCome'));
  const storages = await storagesOf(services, place, order.storageId);
  const since = Math.min(...storages.map((storage) => keptSince(storage, now)));
  if (wanted.until !== undefined && wanted.until < since)
    throw invalidField('until', say('undoNotKept', { since: new Date(since).toISOString() }));
  return Promise.all(storages.map(async (storage) => ({ storage, selection: await selectionOf(services, storage, wanted) })));
}

async function previews(services: RecordServices, all: readonly Target[]): Promise<UndoOutcome[]> {
  const outcomes: UndoOutcome[] = [];
  for (const [i, one] of all.entries()) outcomes.push({ ...named(one.storage), ...(await previewUndo(services, one, all.slice(0, i))) });
  return outcomes;
}

function named({ id, data: { storageKey, storageName } }: StorageRow): NamedStorage {
  return { storageId: id, storageKey, storageName };
}

/** Works on an undo for a moment. @returns how far it is @throws {ApiError} not-found */
export async function workedOn(services: RecordServices, storageId: string, jobId: string): Promise<RecordJob> {
  await getJob(services, storageId, jobId);
  return hurryJob(services, storageId, jobId);
}

async function storagesOf(
  { store }: RecordServices,
  { tenantId, projectId, findStorage }: Place,
  storageId: string | undefined,
): Promise<StorageRow[]> {
  if (storageId !== undefined) {
    const storage = await findStorage(storageId);
    if (!storage.data.history) throw invalidField('storageId', say('historyOff'));
    return [storage];
  }
  const { rows } = await store.storages.query({
    where: [
      ['projectId', '==', projectId],
      ['archived', '==', false],
    ],
    orderBy: [['createdAt', 'asc']],
    limit: 1000,
  });
  const kept = rows.filter(({ data }) => data.tenantId === tenantId && (data.history ?? 0) > 0);
  if (kept.length > mostStorages) throw invalidField('storageId', say('historyMany', { max: mostStorages }));
  if (kept.length === 0) throw new ApiError('not-found', say('historyNowhere'));
  return referringFirst(kept);
}

/** Sorts them: a record that refers to another goes before it, or it would go along, and its own storage would meet it as changed. */
function referringFirst(storages: readonly StorageRow[]): StorageRow[] {
  const rows = new Map(storages.map((storage) => [storage.id, storage]));
  const sorted = new Set<StorageRow>();
  const seen = new Set<string>();
  const visit = (storage: StorageRow): void => {
    if (seen.has(storage.id)) return;
    seen.add(storage.id);
    for (const id of Object.keys(storage.data.referredBy ?? {})) {
      const referring = rows.get(id);
      if (referring) visit(referring);
    }
    sorted.add(storage);
  };
  for (const storage of storages) visit(storage);
  return [...sorted];
}
