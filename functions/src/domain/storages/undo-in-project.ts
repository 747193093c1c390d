import type { RecordJob, UndoPreview } from '@bedplate/contract';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { RecordServices } from '../../services/record-services.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { eachAtOnce } from '../records/jobs/each-at-once.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import type { Actor, StorageRow } from '../records/model/storage-row.ts';
import { keptSince, type Selection } from '../records/undo/selection.ts';
import { beginUndo, previewUndo, selectionOf } from '../records/undo/start-undo.ts';
import { hasSelected } from '../records/undo/undo-extent.ts';
import { type UndoOrder, wantedBy } from '../records/undo/undo-order.ts';

/** Time that a call works on its job: small ones end at once. */
const workMillis = 2_000;
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

/** By storage: the plan of a dry run, or the job that takes the changes back, one for all of them. */
export type UndoOutcome = { storageId: string; storageKey: string; storageName: string } & (UndoPreview | { job: RecordJob });

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
  const wanted = wantedBy(order);
  const now = services.now();
  if (wanted.from !== undefined && wanted.from > now) throw invalidField('from', say('undoToCome'));
  const storages = await targetsOf(services, place, order.storageId);
  const since = Math.min(...storages.map((storage) => keptSince(storage, now)));
  if (wanted.until !== undefined && wanted.until < since)
    throw invalidField('until', say('undoNotKept', { since: new Date(since).toISOString() }));
  const all = await Promise.all(
    storages.map(async (storage): Promise<Target> => ({ storage, selection: await selectionOf(services, storage, wanted) })),
  );
  return order.dryRun ? previews(services, all) : takenBack(services, all, { isNamed: order.storageId !== undefined, author });
}

interface Target {
  readonly storage: StorageRow;
  readonly selection: Selection;
}

async function previews(services: RecordServices, all: readonly Target[]): Promise<UndoOutcome[]> {
  const outcomes: UndoOutcome[] = [];
  for (const [i, one] of all.entries()) outcomes.push({ ...named(one.storage), ...(await previewUndo(services, one, all.slice(0, i))) });
  return outcomes;
}

async function takenBack(
  services: RecordServices,
  all: readonly Target[],
  { isNamed, author }: { isNamed: boolean; author: Actor },
): Promise<UndoOutcome[]> {
  const isMeant = isNamed
    ? all.map(() => true)
    : await eachAtOnce(all, atOnce, ({ storage, selection }) => hasSelected(services, storage, selection));
  const meant = all.filter((_, i) => isMeant[i]);
  const [first] = meant;
  if (!first) return [];
  const widest = { ...first.selection, from: Math.min(...meant.map(({ selection }) => selection.from)) };
  const storages = meant.map(({ storage }) => storage);
  const jobId = await beginUndo(services, storages, { selection: widest, author });
  const job = await workedOn(services, first.storage, jobId);
  return storages.map((storage) => ({ ...named(storage), job }));
}

function named({ id, data: { storageKey, storageName } }: StorageRow) {
  return { storageId: id, storageKey, storageName };
}

/** Works on an undo for a moment. @returns how far it is @throws {ApiError} not-found */
export async function workedOn(services: RecordServices, storage: StorageRow, jobId: string): Promise<RecordJob> {
  await getJob(services, storage.id, jobId);
  await workOn(services, { kinds: jobKinds, jobId, until: services.now() + workMillis });
  return getJob(services, storage.id, jobId);
}

async function targetsOf(
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
