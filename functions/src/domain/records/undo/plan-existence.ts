import type { Entry } from '../history/entries.ts';
import type { RecordState } from '../history/record-state.ts';
import type { TakenBack } from './taken-back.ts';

type Place = 'live' | 'trash' | 'gone';

export interface ExistencePlan {
  /** `revive`: make a record again that is gone for good; `bury`: so, into the trash. */
  readonly existence: 'stays' | 'remove' | 'restore' | 'revive' | 'bury';
  /** The entry by which somebody else has decided; `unknown` where nobody knows who has. */
  readonly conflict: Entry | 'unknown' | null;
  /** Whether its fields go back as well: those of a record that goes as it was made stay as they are in the trash. */
  readonly takesFields: boolean;
  /** The moves that are taken back. */
  readonly undone: readonly Entry[];
}

interface Given {
  /** Of one record, newest first. */
  readonly entries: readonly Entry[];
  readonly state: RecordState;
  readonly isSelected: (entry: Entry) => boolean;
  /** The changes that earlier undos took back. */
  readonly earlier: TakenBack;
}

/**
 * Plans where a record goes back to: live, into the trash, or nowhere. Its last mover decides, as the last writer of a field does. Somebody
 * may have changed or moved it while its storage kept no history: then it does not go, and one that is gone by such a move is not made again.
 */
export function planExistence(given: Given): ExistencePlan {
  const { entries, state } = given;
  const plan = plannedMove(given);
  const behindGap = entries.findIndex(({ rev }, i) => rev !== state.rev - i);
  const isUnsure = plan.existence === 'remove' ? behindGap >= 0 : isMadeAgain(plan.existence) && behindGap === 0;
  return isUnsure ? { existence: 'stays', conflict: 'unknown', takesFields: true, undone: [] } : plan;
}

/** Whether a record that is gone for good is made again. */
export function isMadeAgain(existence: ExistencePlan['existence']): boolean {
  return existence === 'revive' || existence === 'bury';
}

function plannedMove({ entries, state, isSelected, earlier }: Given): ExistencePlan {
  const stays = { existence: 'stays', conflict: null, takesFields: true, undone: [] } as const;
  const moves = entries.filter((entry) => entry.op !== 'update' && !earlier.has(entry));
  const [newest, last] = [entries.find((entry) => isStanding(entry, earlier)), moves[0]];
  if (!newest || !last || !moves.some((entry) => isSelected(entry))) return stays;
  if (!isSelected(last)) return { ...stays, conflict: last };
  const end = moves.findIndex((entry) => !isSelected(entry));
  const undone = end < 0 ? moves : moves.slice(0, end);
  const target = placeBefore(undone.at(-1) ?? last, moves[undone.length]);
  const present = placeOf(state);
  if (target === 'gone' && present !== 'live') return { ...stays, undone, takesFields: false };
  if (target === present) return { ...stays, undone };
  if (present === 'live') {
    if (!isSelected(newest)) return { ...stays, conflict: newest };
    return { existence: 'remove', conflict: null, takesFields: target === 'trash', undone };
  }
  if (present === 'trash') return { ...stays, existence: 'restore', undone };
  return { ...stays, existence: target === 'live' ? 'revive' : 'bury', undone };
}

/** Whether anything of the change still counts. */
function isStanding(entry: Entry, earlier: TakenBack): boolean {
  return (entry.op !== 'update' && !earlier.has(entry)) || entry.fields.some((name) => !earlier.has(entry, name));
}

export function placeOf({ live, deleted }: RecordState): Place {
  if (live) return 'live';
  return deleted?.kind === 'trash' ? 'trash' : 'gone';
}

/** @param earlier the move before it, which reports entries that do not say it themselves */
function placeBefore({ op, was }: Entry, earlier: Entry | undefined): Place {
  if (was) return was;
  if (op === 'create') return 'gone';
  if (op === 'restore') return 'trash';
  return op === 'delete' && earlier?.op === 'trash' ? 'trash' : 'live';
}
