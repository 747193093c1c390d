import { recordName, type UndoPreview, type UndoSample } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { startJob } from '../jobs/start-job.ts';
import { toldOncePart } from '../jobs/told-once.ts';
import type { CommitHook } from '../model/record-write.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import type { AuthorSelector } from '../history/authors.ts';
import { isSelected, keptSince, type Selection } from './selection.ts';
import { nextEntries, oldestByKey } from './undo-kind.ts';
import { type TriedStorage, undoTrial } from './tried-undo.ts';
import { isLarge, mostCounted } from './undo-extent.ts';

const mostSamples = 20;

export interface WantedUndo {
  readonly by: AuthorSelector;
  /** The id of one record, as apps know it. */
  readonly record?: string | undefined;
  /** The name of one field: the others stay as they are. */
  readonly field?: string | undefined;
  /** Milliseconds since 1970; by default all that is kept, up to now. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** The end is fixed here: what is written while the undo runs is not a part of it. */
export async function selectionOf(services: RecordServices, storage: StorageRow, wanted: WantedUndo): Promise<Selection> {
  const now = services.now();
  const earliest = keptSince(storage, now);
  return {
    by: wanted.by,
    record: wanted.record === undefined ? null : await keyOfRecord(services, storage.id, wanted.record),
    field: wanted.field ?? null,
    from: Math.max(earliest, wanted.from ?? earliest),
    until: Math.min(now, wanted.until ?? now),
  };
}

/** Plans an undo and writes nothing. @param earlier storages that the same undo works on before this one */
export async function previewUndo(
  services: RecordServices,
  { storage, selection }: TriedStorage,
  earlier: readonly TriedStorage[] = [],
): Promise<UndoPreview> {
  const keys = new Map<string, number>();
  let after: string | null = null;
  let seen = 0;
  do {
    const { entries, next, isTooLong = false } = await nextEntries(services, storage, { selection, after });
    if (isTooLong) return { records: 1, isExact: true, samples: [tooLongSample(selection.record ?? '')] };
    for (const [key, oldest] of oldestByKey(entries.filter((entry) => isSelected(selection, entry))))
      keys.set(key, Math.min(oldest, keys.get(key) ?? oldest));
    seen += entries.length;
    after = next;
  } while (after !== null && seen < mostCounted);
  const samples: UndoSample[] = [];
  const tried = undoTrial(services, storage, { selection, oldest: keys, earlier });
  for (const key of [...keys.keys()].slice(0, mostSamples)) {
    const planned = await tried(key);
    if (!planned) continue;
    const { plan, state } = planned;
    samples.push({
      id: state.live?.clientId ?? state.deleted?.clientId ?? key,
      ...namePart(recordName(state.fields) || recordName(plan.fields)),
      existence: plan.existence,
      fields: Object.keys(plan.fields),
      conflicts: plan.conflicts.map(({ field, reason, author, because }) => ({ field, reason, ...(author && { author }), ...because })),
    });
  }
  return { records: keys.size, isExact: after === null, samples };
}

function namePart(name: string): Pick<UndoSample, 'name'> {
  return name === '' ? {} : { name };
}

interface NewUndo {
  readonly selection: Selection;
  readonly author: Actor;
  readonly hook?: CommitHook<string> | undefined;
}

/**
 * Also where the history has been switched off since.
 * @param storages of one project: several are worked on one after another, by one job
 * @returns the id of the job
 */
export async function beginUndo(
  services: RecordServices,
  storages: readonly StorageRow[],
  { selection, author, hook }: NewUndo,
): Promise<string> {
  const [storage] = storages;
  if (!storage) throw notFound('Storage');
  const input = { ...selection, ...toldOncePart(await isLarge(services, storages, selection)) };
  const several = storages.length > 1 && { storageIds: storages.map(({ id }) => id) };
  return startJob(services, storage, { kind: 'undoChanges', input, ...several, ...author, hook });
}

function tooLongSample(id: string): UndoSample {
  return { id, existence: 'stays', fields: [], conflicts: [{ field: '#', reason: 'unknown' }] };
}
