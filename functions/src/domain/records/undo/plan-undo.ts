import { isDeepStrictEqual } from 'node:util';
import type { HistoryAuthor, Json, StoredFile } from '@bedplate/contract';
import { authorOf } from '../history/authors.ts';
import { backwards } from '../history/difference.ts';
import { differenceOf, type Entry } from '../history/entries.ts';
import type { FileOfField } from '../model/record-write.ts';
import type { RecordState } from '../history/record-state.ts';

/** A field that stays as it is, and why: somebody changed it since, or its value is not kept. `#` is whether the record is there. */
export interface UndoConflict {
  readonly field: string;
  readonly reason: 'changed' | 'file' | 'password' | 'unknown';
  readonly author: HistoryAuthor | null;
}

export interface UndoPlan {
  /** `revive`: make a record again that is gone for good. */
  readonly existence: 'stays' | 'remove' | 'restore' | 'revive';
  /** Fields to set; undefined takes one away. */
  readonly fields: Readonly<Record<string, Json | undefined>>;
  /** Files of that time, of some of the fields. */
  readonly files: readonly FileOfField[];
  readonly conflicts: readonly UndoConflict[];
}

interface Undo {
  /** Of one record, newest first, from its present revision down to the first that is taken back. */
  readonly entries: readonly Entry[];
  readonly state: RecordState;
  readonly isSelected: (entry: Entry) => boolean;
  /** The job that takes back: what it has changed already is done. */
  readonly jobId: string;
  /** @returns the file that the history keeps for the value of a field */
  readonly fileOf: (value: Json) => StoredFile | undefined;
}

/** Plans how the selected changes of a record are taken back, field by field: the last writer of a field decides over it. */
export function planUndo({ entries, state, isSelected, jobId, fileOf }: Undo): UndoPlan {
  const befores = statesBefore(entries, state);
  const conflicts: UndoConflict[] = [];
  const fields: Record<string, Json | undefined> = {};
  const files: FileOfField[] = [];
  const newest = entries[0];
  const isDone = (entry: Entry) => entry.jobId === jobId;
  const existence = existenceOf();
  // A record that stays although it was made by a selected change keeps what it was made with.
  const isOver = (entry: Entry) => isSelected(entry) && !(entry.op === 'create' && conflicts.some(({ field }) => field === '#'));
  if (existence !== 'remove') for (const name of namesOf(entries.filter(isOver))) takeBack(name);
  const back = existence === 'remove' ? {} : changed(fields, existence === 'revive' ? {} : state.fields);
  return { existence, fields: back, files: files.filter(({ field }) => Object.hasOwn(back, field)), conflicts };

  function takeBack(name: string): void {
    const touching = entries.flatMap((entry, i) => (entry.fields.includes(name) ? [i] : []));
    const last = entries[touching[0] ?? -1];
    if (!last || isDone(last)) return;
    if (!isOver(last)) return void conflicts.push({ field: name, reason: 'changed', author: authorOf(last) });
    if (name === 'password') return void conflicts.push({ field: name, reason: 'password', author: null });
    const run = consecutive(touching, isOver);
    const first = run.at(-1) ?? -1;
    const before = befores[first];
    if (!before) return void conflicts.push({ field: name, reason: 'unknown', author: null });
    const value = Object.hasOwn(before, name) ? (before[name] ?? null) : undefined;
    if (entries[first]?.files?.includes(name) && !isDeepStrictEqual(value, state.fields[name])) {
      const stored = fileOf(value ?? null);
      if (!stored) return void conflicts.push({ field: name, reason: 'file', author: null });
      files.push({ field: name, stored });
    }
    fields[name] = value;
  }

  function existenceOf(): UndoPlan['existence'] {
    const touching = entries.flatMap((entry, i) => (entry.op === 'update' ? [] : [i]));
    if (!touching.some((i) => entries[i] && isSelected(entries[i]))) return 'stays';
    const last = entries[touching[0] ?? -1];
    if (!last || !newest || isDone(last)) return 'stays';
    const conflict = (author: Entry) => {
      conflicts.push({ field: '#', reason: 'changed', author: authorOf(author) });
      return 'stays' as const;
    };
    if (!isSelected(last)) return conflict(last);
    const run = consecutive(touching, isSelected);
    const first = entries[run.at(-1) ?? -1];
    const earlier = entries[touching[run.length] ?? -1];
    const wasLive = first?.op === 'trash' || (first?.op === 'delete' && earlier?.op !== 'trash');
    if (wasLive) return state.live ? 'stays' : state.deleted?.kind === 'trash' ? 'restore' : 'revive';
    if (!state.live) return 'stays';
    return isSelected(newest) ? 'remove' : conflict(newest);
  }

  /** The newest of the entries that are selected, up to the first that is not. */
  function consecutive(touching: readonly number[], isOne: (entry: Entry) => boolean): readonly number[] {
    const end = touching.findIndex((i) => !entries[i] || !isOne(entries[i]));
    return end < 0 ? touching : touching.slice(0, end);
  }
}

/** The fields before each entry; null where changes between were not kept. */
function statesBefore(entries: readonly Entry[], state: RecordState): (Record<string, Json> | null)[] {
  let after: Record<string, Json> | null = state.fields;
  let expected = state.rev;
  return entries.map((entry) => {
    if (entry.rev !== expected) after = null;
    expected = entry.rev - 1;
    after = after && backwards(after, differenceOf(entry));
    return after;
  });
}

function namesOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap((entry) => entry.fields))];
}

function changed(wanted: Readonly<Record<string, Json | undefined>>, present: Readonly<Record<string, Json>>) {
  const isSame = (name: string, value: Json | undefined) =>
    value === undefined ? !Object.hasOwn(present, name) : Object.hasOwn(present, name) && isDeepStrictEqual(present[name], value);
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(name, value)));
}
