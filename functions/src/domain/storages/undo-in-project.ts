import type { RecordJob } from '@bedplate/contract';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { RecordServices } from '../../services/record-services.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import type { Actor, StorageRow } from '../records/model/storage-row.ts';
import { previewUndo, selectionOf, startUndo, type UndoPreview } from '../records/undo/start-undo.ts';
import { type UndoOrder, wantedBy } from '../records/undo/undo-order.ts';

/** Time that a call works on its job: small ones end at once. */
const workMillis = 2_000;
/** Storages with a history that one call takes. */
const mostStorages = 50;

interface Place {
  readonly tenantId: string;
  readonly projectId: string;
  /** @returns the named storage where the caller reaches it @throws {ApiError} not-found */
  readonly findStorage: (storageId: string) => Promise<StorageRow>;
}

/** By storage: the plan of a dry run, or the job that takes the changes back. */
export type UndoOutcome = { storageId: string; storageKey: string; storageName: string } & (UndoPreview | { job: RecordJob });

/**
 * Takes changes back, or shows what that would do, in one storage or in all of the project that keep a history.
 * @throws {ApiError} invalid-argument; not-found where no history is kept
 */
export async function undoInProject(
  services: RecordServices,
  place: Place,
  { order, author }: { order: UndoOrder; author: Actor },
): Promise<UndoOutcome[]> {
  const wanted = wantedBy(order);
  const outcomes: UndoOutcome[] = [];
  for (const storage of await targetsOf(services, place, order.storageId)) {
    const { storageKey, storageName } = storage.data;
    const selection = await selectionOf(services, storage, wanted);
    const outcome = order.dryRun
      ? await previewUndo(services, storage, selection)
      : { job: await workedOn(services, storage, await startUndo(services, storage, { selection, author })) };
    outcomes.push({ storageId: storage.id, storageKey, storageName, ...outcome });
  }
  return outcomes;
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
