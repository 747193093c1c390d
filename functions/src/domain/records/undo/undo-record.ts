import type { Json, StoredFile } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { keptOf } from '../kept-files/kept-files.ts';
import { recordPath } from '../model/paths.ts';
import { isoTime } from '../model/present.ts';
import type { UpdateInput } from '../model/record-input.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { bodyFields, type RecordBody } from '../write/record-changes.ts';
import { writeRecords } from '../write/write-records.ts';
import { entriesBetween, type Entry, isKept } from '../history/entries.ts';
import { longestWalk } from '../history/read-history.ts';
import { type RecordState, stateWith } from '../history/record-state.ts';
import { planUndo, type UndoPlan } from './plan-undo.ts';

const attempts = 5;

export interface RecordUndo {
  readonly key: string;
  /** The oldest revision that is taken back. */
  readonly oldest: number;
  readonly isSelected: (entry: Entry) => boolean;
  readonly jobId: string;
  /** Entries of the record that were read already: they are not read again where none is missing between. */
  readonly known?: readonly Entry[];
}

/** One read, and one for each entry that is not known. @returns what would be done, and the record that it would be done to; null for a record that nobody knows any more */
export async function plannedUndo(
  services: RecordServices,
  storage: StorageRow,
  { key, oldest, isSelected, jobId, known = [] }: RecordUndo,
): Promise<{ plan: UndoPlan; state: RecordState } | null> {
  const live = await services.store.readToChange<RecordBody>(recordPath(storage.id, key), bodyFields);
  const state = await stateWith(services, storage, { key, live: live?.data ?? null });
  if (!state.live && !state.deleted) return null;
  const entries =
    gapless(known, { newest: state.rev, oldest })?.filter((entry) => isKept(services, storage, entry)) ??
    (await entriesBetween(services, storage, { key, newest: state.rev, oldest, limit: longestWalk }));
  const fileOf = await filesOfThatTime(services, storage, { key, entries });
  return { plan: planUndo({ entries, state, isSelected, jobId, fileOf }), state };
}

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

/**
 * Takes the selected changes of one record back, in one commit. A record that is changed meanwhile is planned again.
 * @returns whether it was changed, and whether something of it had to be left alone
 */
export async function undoRecord(
  services: RecordServices,
  storage: StorageRow,
  { author, ...undo }: RecordUndo & { readonly author: Actor },
): Promise<{ changed: boolean; kept: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await plannedUndo(services, storage, undo);
    if (!planned) return { changed: false, kept: true };
    const { plan, state } = planned;
    const kept = plan.conflicts.length > 0;
    const writes = writesOf(storage, undo.key, planned);
    if (writes.length === 0) return { changed: false, kept };
    try {
      await writeRecords(services, writes, author);
      return { changed: true, kept };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isRace = state.live ? error.code === 'conflict' || error.code === 'not-found' : error.code === 'not-found';
      if (!isRace || attempt >= attempts) return { changed: false, kept: true };
    }
  }
}

function writesOf(storage: StorageRow, key: string, { plan, state }: { plan: UndoPlan; state: RecordState }): RecordWrite[] {
  const common = { storage, id: key, where: '' };
  const names = Object.keys(plan.fields);
  const unchanged = state.live ? { ifUpdatedAt: isoTime(state.live.updatedAt) } : {};
  if (plan.existence === 'remove') return [{ ...common, ...unchanged, op: 'delete', permanent: false, toTrash: true }];
  if (plan.existence === 'revive') return revived(storage, key, { plan, state });
  const gone = names.filter((name) => plan.fields[name] === undefined);
  // As it was stored: the rules of today's input do not look at it again.
  const input: UpdateInput = {
    fields: Object.fromEntries(names.flatMap((name) => (plan.fields[name] === undefined ? [] : [[name, plan.fields[name] ?? null]]))),
    operations: new Map(gone.map((name) => [name, { operator: '$unset', operand: true }])),
    password: undefined,
  };
  const update: RecordWrite[] = names.length > 0 ? [{ ...common, ...unchanged, op: 'update', input, ...takenUpPart(plan) }] : [];
  return plan.existence === 'restore' ? [{ ...common, op: 'restore' }, ...update] : state.live ? update : [];
}

/** Under its old key, and so at its old place. */
function revived(storage: StorageRow, key: string, { plan, state }: { plan: UndoPlan; state: RecordState }): RecordWrite[] {
  const { createdAt, clientId } = state.deleted ?? {};
  if (!createdAt) return [];
  const fields = Object.fromEntries(Object.entries(plan.fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const made = { id: key, millis: createdAt.toMillis(), micros: Math.floor((createdAt.nanoseconds % 1_000_000) / 1000) };
  return [
    { op: 'create', storage, where: '', input: { fields, password: undefined }, made, keptId: clientId ?? key, ...takenUpPart(plan) },
  ];
}

function takenUpPart({ files }: UndoPlan) {
  return files.length > 0 ? { takenUp: files } : {};
}
