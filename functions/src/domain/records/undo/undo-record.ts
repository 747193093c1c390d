import type { RefusalReason } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Entry } from '../history/entries.ts';
import type { RecordState } from '../history/record-state.ts';
import { reasonOf, type Refusal } from '../jobs/job-kind.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { StillReferred } from '../write/referrers.ts';
import { type WriteOptions, writeRecords } from '../write/write-records.ts';
import { isMadeAgain } from './plan-existence.ts';
import type { UndoPlan } from './plan-undo.ts';
import { isOwnWork, plannedUndo, type PlannedUndo, type RecordUndo, tooLong } from './planned-undo.ts';
import { releaseWrites, wantedBy } from './release.ts';
import { togetherWrites } from './undo-together.ts';
import { undoWrites } from './undo-writes.ts';

const attempts = 5;

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
    const selected = (some: readonly Entry[]) => some.filter((entry) => undo.isSelected(entry)).length;
    const isMetAgain = isTooLong || selected(entries) > selected(undo.known ?? []);
    if (entries.some((entry) => isOwnWork(entry, jobId))) return { changed: true, kept: false, isMetAgain };
    const outcome = (changed: boolean, whole?: RefusalReason): RecordOutcome => ({
      changed,
      kept: plan.conflicts.length > 0 || whole !== undefined,
      ...refusalOf(key, state, whole ?? (isTooLong ? tooLong : [...refused.values()][0])),
      isMetAgain,
    });
    const writes = undoWrites(storage, key, { plan, state, following });
    if (writes.length === 0) return outcome(entries.some((entry) => entry.jobId === jobId));
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
        const together = await togetherWrites(services, storage, { undo, planned, error });
        if (together.length > 0 && (await isWritten(services, together, author))) return outcome(true);
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
  if (isMadeAgain(plan.existence)) return [];
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
