import type { Entry } from '../history/entries.ts';
import { unpacked } from '../history/packed.ts';
import type { Undoes } from '../model/record-write.ts';
import type { IsSelected } from './selection.ts';

export interface TakenBack {
  /** @returns whether the change of a field, or without a name of the record's place, counts no more: an earlier undo took it back, or is it */
  has(entry: Entry, name?: string): boolean;
}

/**
 * Finds what earlier undos took back. Such changes and the undo itself cancel each other out, so the change before them is the last one
 * again, and may be taken back in its turn. An undo that is selected itself is a change like any other.
 * @param entries of one record, newest first
 */
export function takenBack(entries: readonly Entry[], isSelected: IsSelected): TakenBack {
  const fields = new Map<Entry, Set<string>>();
  const moves = new Set<Entry>();
  const fieldsSince = new Map<string, number>();
  let movesSince = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const undoes = entry.undoes === undefined ? null : unpacked<Undoes>(entry.undoes);
    const gone = entry.fields.filter((name) => {
      if (entry.rev >= (fieldsSince.get(name) ?? Number.POSITIVE_INFINITY)) return true;
      if (!undoes || !Object.hasOwn(undoes.fields, name) || isSelected(entry, name)) return false;
      fieldsSince.set(name, undoes.fields[name] ?? entry.rev);
      return true;
    });
    fields.set(entry, new Set(gone));
    if (entry.op === 'update') continue;
    if (entry.rev >= movesSince) moves.add(entry);
    else if (undoes?.place !== undefined && !isSelected(entry)) {
      movesSince = undoes.place;
      moves.add(entry);
    }
  }
  return { has: (entry, name) => (name === undefined ? moves.has(entry) : (fields.get(entry)?.has(name) ?? false)) };
}
