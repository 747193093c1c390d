import type { FieldChange, HistoryEntry, HistoryFile, Json, RecordAuthor } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { isoTime } from '../model/present.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { authorOf } from './authors.ts';
import { backwards } from './difference.ts';
import { differenceOf, entriesBetween, type Entry } from './entries.ts';
import { makerOf } from './record-authors.ts';
import { stateOf } from './record-state.ts';
import { toldFiles } from './told-files.ts';

/** A walk back takes at most this many entries: each is a read. */
export const longestWalk = 1000;

interface WantedHistory {
  /** As apps know it. */
  readonly id: string;
  /** Only entries before this revision. */
  readonly before: number | undefined;
  readonly limit: number;
}

export interface HistoryPage {
  readonly entries: HistoryEntry[];
  /** For `before` of the next page; null at the end. */
  readonly next: number | null;
  /** As the record itself knows it, whatever its history does. */
  readonly createdBy: RecordAuthor | null;
}

/**
 * The changes of one record, newest first, each with its values before and after. One read for each entry, and one or two for the record.
 * A later page reads the entries before it again, since values after a change are in the next one.
 * @throws {ApiError} not-found for a record that has neither a document nor a history, and for one that was erased
 */
export async function readHistory(services: RecordServices, storage: StorageRow, wanted: WantedHistory): Promise<HistoryPage> {
  const key = await keyOfRecord(services, storage.id, wanted.id);
  const state = await stateOf(services, storage, key);
  const { fields, rev, live, deleted } = state;
  if ((!live && !deleted) || deleted?.erased) throw notFound('Record');
  const newer = wanted.before === undefined ? 0 : Math.max(0, rev - wanted.before + 1);
  const limit = Math.min(longestWalk, newer + wanted.limit + 1);
  const read = await entriesBetween(services, storage, { key, newest: rev, oldest: 0, limit });
  const told = tell(read, { fields, rev });
  const page = told.filter(({ revision }) => wanted.before === undefined || revision < wanted.before);
  const fileOf = await toldFiles(services, storage, { key, state, entries: read });
  const entries = page.slice(0, wanted.limit).map((entry) => withFiles(entry, fileOf));
  return { entries, next: page.length > wanted.limit ? (entries.at(-1)?.revision ?? null) : null, createdBy: makerOf(live ?? deleted) };
}

/** @param now the state after the newest entry */
function tell(read: readonly Entry[], now: { fields: Record<string, Json>; rev: number }): HistoryEntry[] {
  let after: Record<string, Json> | null = now.fields;
  let expected = now.rev;
  return read.map((entry) => {
    if (entry.rev !== expected) after = null; // changes between were not kept
    expected = entry.rev - 1;
    const { told, before } = compared(entry, after);
    after = before;
    return {
      revision: entry.rev,
      at: isoTime(entry.at),
      operation: entry.op,
      author: authorOf(entry),
      changes: told,
    };
  });
}

/** @param after null where it is not known */
function compared(entry: Entry, after: Record<string, Json> | null) {
  const change = differenceOf(entry);
  const before = after && backwards(after, change);
  const earlier = before ?? change.values;
  const told: Record<string, FieldChange> = {};
  for (const name of entry.fields) {
    if (name === 'password') told[name] = {};
    else
      told[name] = {
        ...(Object.hasOwn(earlier, name) ? { from: earlier[name] ?? null } : {}),
        ...(after && Object.hasOwn(after, name) ? { to: after[name] ?? null } : {}),
      };
  }
  return { told, before };
}

function withFiles(entry: HistoryEntry, fileOf: (value: Json | undefined) => HistoryFile | undefined): HistoryEntry {
  const changes = Object.entries(entry.changes).map(([name, change]): [string, FieldChange] => {
    const [fromFile, toFile] = [fileOf(change.from), fileOf(change.to)];
    return [name, { ...change, ...(fromFile ? { fromFile } : {}), ...(toFile ? { toFile } : {}) }];
  });
  return { ...entry, changes: Object.fromEntries(changes) };
}
