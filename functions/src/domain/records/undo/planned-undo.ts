import type { Json, RefusalReason, StoredFile } from '@bedplate/contract';
import { inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { entriesDown, type Entry, isKept, mostEntries } from '../history/entries.ts';
import { type RecordState, stateWith } from '../history/record-state.ts';
import { keptOf } from '../model/kept-files.ts';
import { recordPath } from '../model/paths.ts';
import type { Following } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { bodyFields, type RecordBody } from '../write/record-changes.ts';
import { planUndo, type UndoPlan } from './plan-undo.ts';
import type { IsSelected } from './selection.ts';

export interface RecordUndo {
  readonly key: string;
  /** The oldest revision that is taken back. */
  readonly oldest: number;
  readonly isSelected: IsSelected;
  /** Its work on a record is one commit: where it has left an entry of its own, all is done. */
  readonly jobId: string;
  readonly following: Following;
  /** Entries of the record that were read already: they are not read again where none is missing between. */
  readonly known?: readonly Entry[];
}

/** Whether an entry is that of an undo's work on the record: others of it came along with a record that this one refers to. */
export function isOwnWork({ jobId, undoes }: Entry, job: string): boolean {
  return jobId === job && undoes !== undefined;
}

/** As selected, and what came along: it is a part of the same way back. */
export function withAlong(isSelected: IsSelected, job: string): IsSelected {
  return (entry, name) => isSelected(entry, name) || (entry.jobId === job && !isOwnWork(entry, job));
}

export interface PlannedUndo {
  readonly plan: UndoPlan;
  /** The record that it would be done to. */
  readonly state: RecordState;
  /** Down to the first that is taken back. */
  readonly entries: readonly Entry[];
  /** Whether they are too many to be looked at. */
  readonly isTooLong: boolean;
}

/** One read, and one for each entry that is not known. @returns what would be done; null for a record that nobody knows any more */
export async function plannedUndo(
  services: RecordServices,
  storage: StorageRow,
  { key, oldest, isSelected, known = [] }: Omit<RecordUndo, 'jobId' | 'following'>,
): Promise<PlannedUndo | null> {
  const live = await services.store.readToChange<RecordBody>(recordPath(storage.id, key), bodyFields);
  const state = await stateWith(services, storage, { key, live: live?.data ?? null });
  if (!state.live && (!state.deleted || state.deleted.erased)) return null;
  const entries =
    gapless(known, { newest: state.rev, oldest })?.filter((entry) => isKept(services, storage, entry)) ??
    (await entriesDown(services, storage, { key, newest: state.rev, oldest }));
  if (!entries) return { plan: tooLongPlan, state, entries: [], isTooLong: true };
  const fileOf = await filesOfThatTime(services, storage, { key, entries });
  return { plan: planUndo({ entries, state, isSelected, fileOf }), state, entries, isTooLong: false };
}

/** Why a record with more changes since than are looked at stays as it is. */
const undoLong = say('undoLong', { max: mostEntries });
export const tooLong: RefusalReason = { message: inEnglish(undoLong), ...undoLong };
const tooLongPlan: UndoPlan = {
  existence: 'stays',
  fields: {},
  files: [],
  conflicts: [{ field: '#', reason: 'unknown', author: null }],
  since: { fields: {} },
};

/** Reads nothing for a record that had no file; else one read for each file that its history keeps. */
async function filesOfThatTime(
  services: RecordServices,
  storage: StorageRow,
  { key, entries }: { key: string; entries: readonly Entry[] },
): Promise<(value: Json) => StoredFile | undefined> {
  const kept = entries.some(({ files }) => files) ? await keptOf(services.store, storage.id, key) : [];
  // The address of a file holds its token, which no other file has.
  return (value) => kept.find(({ token }) => typeof value === 'string' && value.includes(token));
}

/** @returns the entries of these revisions, newest first; null when one is missing */
function gapless(known: readonly Entry[], { newest, oldest }: { newest: number; oldest: number }): Entry[] | null {
  const wanted = known.filter(({ rev }) => rev >= oldest && rev <= newest).sort((a, b) => b.rev - a.rev);
  return wanted.length === newest - oldest + 1 ? wanted : null;
}
