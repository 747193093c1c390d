import type { Json, RefusalReason, StoredFile } from '@bedplate/contract';
import { ApiError, inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { reasonOf, type Refusal } from '../jobs/job-kind.ts';
import { keptOf } from '../kept-files/kept-files.ts';
import { recordPath } from '../model/paths.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { bodyFields, type RecordBody } from '../write/record-changes.ts';
import { type WriteOptions, writeRecords } from '../write/write-records.ts';
import { entriesDown, type Entry, isKept, mostEntries } from '../history/entries.ts';
import { type RecordState, stateWith } from '../history/record-state.ts';
import { planUndo, type UndoPlan } from './plan-undo.ts';
import type { Following, RecordWrite } from '../model/record-write.ts';
import { StillReferred } from '../write/referrers.ts';
import { releaseWrites, wantedBy } from './release.ts';
import { undoWrites } from './undo-writes.ts';

const attempts = 5;

export interface RecordUndo {
  readonly key: string;
  /** The oldest revision that is taken back. */
  readonly oldest: number;
  readonly isSelected: (entry: Entry) => boolean;
  /** Its work on a record is one commit: where it has left an entry, all is done. */
  readonly jobId: string;
  readonly following: Following;
  /** Entries of the record that were read already: they are not read again where none is missing between. */
  readonly known?: readonly Entry[];
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
const tooLongPlan: UndoPlan = { existence: 'stays', fields: {}, files: [], conflicts: [{ field: '#', reason: 'unknown', author: null }] };

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

/** The person who takes changes back, and the way that receivers hear of it. */
type UndoAuthor = Pick<WriteOptions, keyof Actor | 'telling'>;

export interface RecordOutcome {
  /** By this undo, now or by a run that was cut off. */
  readonly changed: boolean;
  /** Whether something of it had to be left alone. */
  readonly kept: boolean;
  readonly refusal?: Refusal;
  /** Whether another record may be in its way that this undo is yet to change or to remove. */
  readonly isDeferred?: boolean;
  /** Whether changes of it are taken back that are not among the known ones: other pages will meet the record again. */
  readonly isMetAgain: boolean;
}

/**
 * The turn of a record in an undo. `none`: not yet, since one before it wants the same id or value. A record that another one is in the
 * way of waits until all have had their `first` turn, comes `again` while others still change, and is left alone at the `last`.
 */
export type Turn = 'none' | 'first' | 'again' | 'last';

/**
 * Takes the selected changes of one record back, in one commit. A record that is changed meanwhile is planned again, and at its last turn
 * without the fields that are refused today, such as one whose value another record has by now.
 */
export async function undoRecord(
  services: RecordServices,
  storage: StorageRow,
  {
    author,
    turn,
    first,
    ...undo
  }: RecordUndo & {
    readonly author: UndoAuthor;
    readonly turn: Turn;
    /** The plan, where it was made already. */
    readonly first?: PlannedUndo | null | undefined;
  },
): Promise<RecordOutcome> {
  const { key, jobId, following } = undo;
  const refused = new Map<string, RefusalReason>();
  for (let attempt = 1; ; attempt += 1) {
    const planned = attempt === 1 && first !== undefined ? first : await plannedUndo(services, storage, undo);
    if (!planned) return { changed: false, kept: true, isMetAgain: false };
    const { state, entries, isTooLong } = planned;
    const plan = without(planned.plan, refused);
    const isMetAgain = isTooLong || entries.filter(undo.isSelected).length > (undo.known ?? []).filter(undo.isSelected).length;
    if (entries.some((entry) => entry.jobId === jobId)) return { changed: true, kept: false, isMetAgain };
    const outcome = (changed: boolean, whole?: RefusalReason): RecordOutcome => ({
      changed,
      kept: plan.conflicts.length > 0 || whole !== undefined,
      ...refusalOf(key, state, whole ?? (isTooLong ? tooLong : [...refused.values()][0])),
      isMetAgain,
    });
    const writes = undoWrites(storage, key, { plan, state, following });
    if (writes.length === 0) return outcome(false);
    const deferred = { changed: false, kept: false, isMetAgain, isDeferred: true };
    if (turn === 'none') return deferred;
    try {
      await writeRecords(services, writes, author);
      return outcome(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isInTheWay(error)) {
        if (turn === 'first') return deferred;
        const released = await releaseWrites(services, storage, { jobId, wanted: wantedBy(key, plan, state) });
        if (released.length > 0 && (await isWritten(services, [...released, ...writes], author))) return outcome(true);
        if (turn === 'again') return deferred;
      }
      const fields = refusedFields(error, plan);
      for (const field of fields) refused.set(field, reasonOf(error));
      if (fields.length > 0) continue;
      if (!isRace(error, state) || attempt >= attempts) return outcome(false, reasonOf(error));
    }
  }
}

/** Whether another record has the id or a value of this one, or refers to it. */
export function isInTheWay(error: ApiError): boolean {
  return error.code === 'already-exists' || error instanceof StillReferred;
}

function isMadeAgain({ existence }: UndoPlan): boolean {
  return existence === 'revive' || existence === 'bury';
}

async function isWritten(services: RecordServices, writes: RecordWrite[], author: UndoAuthor): Promise<boolean> {
  try {
    await writeRecords(services, writes, author);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Whether another writer may have been faster. */
function isRace(error: ApiError, { live }: RecordState): boolean {
  const { code } = error;
  if (error instanceof StillReferred) return false;
  return code === 'not-found' || code === (live ? 'conflict' : 'already-exists');
}

/** A record that is made again needs all of its fields. */
export function refusedFields({ details = [] }: ApiError, plan: UndoPlan): string[] {
  if (isMadeAgain(plan)) return [];
  return details.map(({ field }) => field).filter((field) => Object.hasOwn(plan.fields, field));
}

/** @param refused by field, the reason */
export function without(plan: UndoPlan, refused: ReadonlyMap<string, RefusalReason>): UndoPlan {
  if (refused.size === 0) return plan;
  const stays = [...refused.keys()].filter((field) => Object.hasOwn(plan.fields, field));
  return {
    ...plan,
    fields: Object.fromEntries(Object.entries(plan.fields).filter(([field]) => !refused.has(field))),
    files: plan.files.filter(({ field }) => !refused.has(field)),
    conflicts: [
      ...plan.conflicts,
      ...stays.map((field) => ({ field, reason: 'refused' as const, author: null, because: refused.get(field) })),
    ],
  };
}

function refusalOf(key: string, { live, deleted }: RecordState, reason: RefusalReason | undefined): { refusal?: Refusal } {
  return reason === undefined ? {} : { refusal: { id: live?.clientId ?? deleted?.clientId ?? key, ...reason } };
}
