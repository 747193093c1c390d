import { isDeepStrictEqual } from 'node:util';
import type { HistoryAuthor, Json, RefusalReason, StoredFile } from '@bedplate/contract';
import { authorOf } from '../history/authors.ts';
import { backwards } from '../history/difference.ts';
import { differenceOf, type Entry } from '../history/entries.ts';
import { unpacked } from '../history/packed.ts';
import type { ClearedReference, FileOfField, Undoes } from '../model/record-write.ts';
import type { RecordState } from '../history/record-state.ts';
import { type ExistencePlan, isMadeAgain, placeOf, planExistence } from './plan-existence.ts';
import type { IsSelected } from './selection.ts';
import { type TakenBack, takenBack } from './taken-back.ts';

/**
 * A field that stays as it is, and why: somebody changed it since, its value is not kept, its record lies in the trash, or it is refused
 * today. `#` is whether the record is there.
 */
export interface UndoConflict {
  readonly field: string;
  readonly reason: 'changed' | 'file' | 'password' | 'unknown' | 'trash' | 'refused';
  readonly author: HistoryAuthor | null;
  /** Of what is refused. */
  readonly because?: RefusalReason | undefined;
}

export interface UndoPlan extends Pick<ExistencePlan, 'existence'> {
  /** Fields to set; undefined takes one away. */
  readonly fields: Readonly<Record<string, Json | undefined>>;
  /** Files of that time, of some of the fields. */
  readonly files: readonly FileOfField[];
  readonly conflicts: readonly UndoConflict[];
  readonly since: Undoes;
  /** Of a record that is made again: the references that its deletion cleared. */
  readonly cleared?: readonly ClearedReference[];
}

interface Undo {
  /** Of one record, newest first, from its present revision down to the first that is taken back. */
  readonly entries: readonly Entry[];
  readonly state: RecordState;
  readonly isSelected: IsSelected;
  /** @returns the file that the history keeps for the value of a field */
  readonly fileOf: (value: Json) => StoredFile | undefined;
}

/** Plans how the selected changes of a record are taken back, field by field: the last writer of a field decides over it. */
export function planUndo({ entries, state, isSelected, fileOf }: Undo): UndoPlan {
  const earlier = takenBack(entries, isSelected);
  const { existence, conflict, takesFields, undone } = planExistence({ entries, state, isSelected, earlier });
  const [oldest] = undone.slice(-1);
  const place = existence === 'stays' || !oldest ? {} : { place: oldest.rev };
  const conflicts: UndoConflict[] = [];
  if (conflict === 'unknown') conflicts.push({ field: '#', reason: 'unknown', author: null });
  else if (conflict) conflicts.push({ field: '#', reason: 'changed', author: authorOf(conflict) });
  if (!takesFields) return { existence, fields: {}, files: [], conflicts, since: { fields: {}, ...place } };
  // A record that stays although it was made by a selected change keeps what it was made with.
  const isOver: IsSelected = (entry, name) => isSelected(entry, name) && (entry.op !== 'create' || undone.includes(entry));
  const isMade = isMadeAgain(existence);
  const present = isMade ? {} : state.fields;
  const fields: Record<string, Json | undefined> = {};
  const files: FileOfField[] = [];
  const since = new Map<string, number>();
  for (const [name, walk] of walked({ entries, state, isOver, earlier })) if (walk.isTouched) takeBack(name, walk);
  const cleared = existence === 'revive' ? undone.flatMap(clearedBy) : [];
  return { existence, fields, files, conflicts, since: { fields: Object.fromEntries(since), ...place }, cleared };

  function takeBack(name: string, { last, first, kept }: Walk): void {
    const stays = (reason: UndoConflict['reason'], author: HistoryAuthor | null = null) =>
      void conflicts.push({ field: name, reason, author });
    if (!first) return stays('changed', authorOf(last));
    if (name === 'password') return stays('password');
    if (kept?.entry !== first) stays('unknown');
    // A record that is made again has what is known of the time before it went.
    if (!kept || (kept.entry !== first && !isMade)) return;
    const { entry, value } = kept;
    if (isSame(present, name, value)) return;
    if (existence === 'stays' && placeOf(state) === 'trash') return stays('trash');
    if (entry.files?.includes(name)) {
      const stored = fileOf(value ?? null);
      if (!stored) return stays('file');
      files.push({ field: name, stored });
    }
    fields[name] = value;
    since.set(name, entry.rev);
  }
}

function clearedBy({ cleared }: Entry): ClearedReference[] {
  return cleared === undefined ? [] : unpacked<ClearedReference[]>(cleared);
}

/** A field on the way back through the entries. */
interface Walk {
  readonly last: Entry;
  /** Whether a change that is taken back has touched it at all. */
  isTouched: boolean;
  /** The oldest of the changes that are taken back, from the last one down; null where the last one stays. */
  first: Entry | null;
  /** The oldest of them whose value before is known, which is not `first` where changes between were not kept; null where none is. */
  kept: { readonly entry: Entry; readonly value: Json | undefined } | null;
  isOpen: boolean;
}

/** Goes back once, with one state in memory: a record may have thousands of entries. */
function walked({
  entries,
  state,
  isOver,
  earlier,
}: Pick<Undo, 'entries' | 'state'> & { isOver: IsSelected; earlier: TakenBack }): Map<string, Walk> {
  const walks = new Map<string, Walk>();
  let after: Record<string, Json> | null = state.fields;
  let expected = state.rev;
  for (const entry of entries) {
    if (entry.rev !== expected) after = null;
    expected = entry.rev - 1;
    const before: Record<string, Json> | null = after && backwards(after, differenceOf(entry));
    for (const name of entry.fields) {
      if (earlier.has(entry, name)) continue;
      const walk = walks.get(name) ?? { last: entry, isTouched: false, first: null, kept: null, isOpen: true };
      walks.set(name, walk);
      if (!isOver(entry, name)) walk.isOpen = false;
      else {
        walk.isTouched = true;
        if (walk.isOpen) walk.first = entry;
        if (walk.isOpen && before) walk.kept = { entry, value: Object.hasOwn(before, name) ? before[name] : undefined };
      }
    }
    after = before;
  }
  return walks;
}

function isSame(present: Readonly<Record<string, Json>>, name: string, value: Json | undefined): boolean {
  if (value === undefined) return !Object.hasOwn(present, name);
  return Object.hasOwn(present, name) && isDeepStrictEqual(present[name], value);
}
