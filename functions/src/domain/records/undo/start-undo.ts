import type { RefusalReason } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { startJob } from '../jobs/start-job.ts';
import { mostToldEach, toldOncePart } from '../jobs/told-once.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import type { AuthorSelector } from '../history/authors.ts';
import { isSelected, type Selection } from './selection.ts';
import { nextEntries, oldestByKey } from './undo-kind.ts';
import { undoTrial } from './tried-undo.ts';
import type { UndoConflict, UndoPlan } from './plan-undo.ts';

const dayMillis = 86_400_000;
const mostSamples = 20;
/** A dry run looks at so many entries at most; each is a read. */
const mostCounted = 5_000;

export interface WantedUndo {
  readonly by: AuthorSelector;
  /** The id of one record, as apps know it. */
  readonly record?: string | undefined;
  /** Milliseconds since 1970; by default all that is kept, up to now. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** The end is fixed here: what is written while the undo runs is not a part of it. */
export async function selectionOf(services: RecordServices, storage: StorageRow, wanted: WantedUndo): Promise<Selection> {
  const now = services.now();
  const earliest = now - (storage.data.history ?? 0) * dayMillis;
  return {
    by: wanted.by,
    record: wanted.record === undefined ? null : await keyOfRecord(services, storage.id, wanted.record),
    from: Math.max(earliest, wanted.from ?? earliest),
    until: Math.min(now, wanted.until ?? now),
  };
}

export interface UndoSample {
  id: string;
  existence: UndoPlan['existence'];
  fields: string[];
  /** Of what is refused with the server's reason. */
  conflicts: ({ field: string; reason: UndoConflict['reason'] } & Partial<RefusalReason>)[];
}

export interface UndoPreview {
  /** Records that have selected changes. */
  records: number;
  /** False when there are more than were looked at. */
  isExact: boolean;
  /** The plan for the first of them. */
  samples: UndoSample[];
}

/** Plans an undo and writes nothing. */
export async function previewUndo(services: RecordServices, storage: StorageRow, selection: Selection): Promise<UndoPreview> {
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
  const tried = undoTrial(services, storage, { selection, oldest: keys });
  for (const key of [...keys.keys()].slice(0, mostSamples)) {
    const planned = await tried(key);
    if (!planned) continue;
    const { plan, state } = planned;
    samples.push({
      id: state.live?.clientId ?? state.deleted?.clientId ?? key,
      existence: plan.existence,
      fields: Object.keys(plan.fields),
      conflicts: plan.conflicts.map(({ field, reason, because }) => ({ field, reason, ...because })),
    });
  }
  return { records: keys.size, isExact: after === null, samples };
}

/** @returns the id of the job that takes the changes back @throws {ApiError} not-found where no history is kept */
export async function startUndo(services: RecordServices, storage: StorageRow, undo: NewUndo): Promise<string> {
  if (!storage.data.history) throw notFound('Storage');
  return beginUndo(services, storage, undo);
}

interface NewUndo {
  readonly selection: Selection;
  readonly author: Actor;
}

/** Also where the history has been switched off since. @returns the id of the job */
export async function beginUndo(services: RecordServices, storage: StorageRow, { selection, author }: NewUndo): Promise<string> {
  const input = { ...selection, ...toldOncePart(await isLarge(services, storage, selection)) };
  return startJob(services, storage, { kind: 'undoChanges', input, ...author });
}

/** Reads nothing for a storage without receivers, and no further than the answer needs. */
async function isLarge(services: RecordServices, storage: StorageRow, selection: Selection): Promise<boolean> {
  if ((storage.data.receivers ?? []).length === 0) return false;
  const keys = new Set<string>();
  let after: string | null = null;
  let seen = 0;
  do {
    const { entries, next } = await nextEntries(services, storage, { selection, after });
    for (const entry of entries) if (isSelected(selection, entry)) keys.add(entry.key);
    if (keys.size > mostToldEach) return true;
    seen += entries.length;
    after = next;
  } while (after !== null && seen < mostCounted);
  return after !== null;
}

function tooLongSample(id: string): UndoSample {
  return { id, existence: 'stays', fields: [], conflicts: [{ field: '#', reason: 'unknown' }] };
}
