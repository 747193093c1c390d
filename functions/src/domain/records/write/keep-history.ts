import { decodeFields, type HistoryDocument, type HistoryOperation, type Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { history, keptFiles } from '../../../store/collections.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { Actor } from '../model/storage-row.ts';
import type { InFlightRecord, RecordState } from './in-flight-record.ts';
import type { RecordBody } from './record-changes.ts';
import { authorPart, foundBy } from '../history/authors.ts';
import { difference } from '../history/difference.ts';
import { wholeEvery } from '../history/entries.ts';
import { entryId } from '../history/entry-id.ts';
import { keptFileId } from '../model/kept-file-id.ts';
import { packed } from '../history/packed.ts';

const dayMillis = 86_400_000;
const largestWhole = 64 * 1024;

/**
 * Counts the change of each record, and makes its entry where the storage keeps a history. An update that changes nothing makes none.
 * @param records after their writes were applied; they get their revision
 * @returns the writes of the entries, for the same commit
 */
export function keepHistory({ now }: Pick<RecordServices, 'now'>, records: readonly InFlightRecord[], author: Actor): Write[] {
  const millis = now();
  return records.flatMap((record) => {
    const { before, now: after, storage } = record;
    if (after.live === before.live && after.deleted === before.deleted) return [];
    const earlier = before.live?.rev ?? before.deleted?.rev ?? 0;
    const change = storage.data.history ? changeOf(record) : null;
    // A change without an entry leaves a gap in the revisions: who reads the history later sees that something is missing.
    const isUntold = !storage.data.history && earlier > 0;
    const rev = change || isUntold ? earlier + 1 : earlier;
    if (rev > 0) record.now = numbered(after, rev);
    if (!change) return [];
    const at = timeOf(record, millis);
    const days = storage.data.history ?? 0;
    return [
      entry(record, { ...change, rev, days, at, author }),
      ...keepFiles(record, Timestamp.fromMillis(at.toMillis() + days * dayMillis)),
    ];
  });
}

/** Files that the record lets go of stay as long as the entry. */
function keepFiles(record: InFlightRecord, endsAt: Timestamp): Write[] {
  const { storage, key, before, now } = record;
  if (record.forgetsFiles) return [];
  const held = new Set(Object.values((now.live ?? now.deleted)?.files ?? {}).map(({ path }) => path));
  const left = Object.entries((before.live ?? before.deleted)?.files ?? {}).filter(([, { path }]) => !held.has(path));
  record.kept = left.map(([, stored]) => stored);
  return left.map(([field, stored]) =>
    keptFiles(storage.id).set(keptFileId(key, stored.path), { tenantId: storage.data.tenantId, files: { [field]: stored }, endsAt }),
  );
}

interface Change {
  readonly op: HistoryOperation;
  readonly was?: 'trash' | 'gone';
  readonly fields: readonly string[];
  /** Those of the fields that held a file. */
  readonly files: readonly string[];
  readonly before: object;
  readonly earlier: Record<string, Json>;
}

/** @returns null for an update that changes nothing */
function changeOf({ before, now, hash }: InFlightRecord): Change | null {
  const op = operationOf(before, now);
  if (before.live === null && before.deleted === null && now.live) return made(now.live);
  const earlier = decodeFields(before.live?.data ?? before.deleted?.data ?? {});
  // The trash holds the record's fields itself.
  const { fields, ...held } = difference(earlier, decodeFields(now.live?.data ?? now.deleted?.data ?? {}));
  const hasNewPassword = op === 'update' && hash !== undefined;
  if (op === 'update' && fields.length === 0 && !hasNewPassword) return null;
  const files = Object.keys(before.live?.files ?? before.deleted?.files ?? {}).filter((name) => fields.includes(name));
  return { op, ...wasPart(op, before), fields: hasNewPassword ? [...fields, 'password'] : fields, files, before: held, earlier };
}

function operationOf(before: RecordState, now: RecordState): HistoryOperation {
  if (now.live) return before.live ? 'update' : before.deleted?.kind === 'trash' ? 'restore' : 'create';
  return now.deleted?.kind === 'trash' ? 'trash' : 'delete';
}

/** The entry of a record that is new, which most are, says which fields it had, and no values: they are in the record, or in the next entry. */
function made({ data }: Pick<RecordBody, 'data'>): Change {
  return { op: 'create', fields: Object.keys(data), files: [], before: {}, earlier: {} };
}

/** Most operations say where the record was. */
function wasPart(op: HistoryOperation, { live, deleted }: RecordState): { was?: 'trash' | 'gone' } {
  if (live || (op !== 'delete' && op !== 'trash')) return {};
  return { was: deleted?.kind === 'trash' ? 'trash' : 'gone' };
}

function numbered({ live, deleted }: RecordState, rev: number): RecordState {
  return { live: live && { ...live, rev }, deleted: deleted && { ...deleted, rev } };
}

/** The record's own time of the change, which is later than that of the change before. One that leaves the trash keeps the time of its deletion. */
function timeOf({ before, now: { live, deleted } }: InFlightRecord, millis: number): Timestamp {
  const time = live?.updatedAt ?? (before.live ? deleted?.deletedAt : null) ?? Timestamp.fromMillis(millis);
  const earlier = (before.live?.updatedAt ?? before.deleted?.deletedAt)?.toMillis() ?? 0;
  return time.toMillis() > earlier ? time : Timestamp.fromMillis(earlier + 1);
}

interface Entry extends Change {
  readonly rev: number;
  readonly days: number;
  readonly at: Timestamp;
  readonly author: Actor;
}

function entry(
  { storage, key, clientId, undoes, cleared = [] }: InFlightRecord,
  { op, was, fields, files, before, earlier, rev, days, at, author }: Entry,
): Write {
  const named = authorPart(author);
  const millis = at.toMillis();
  const isWhole = rev % wholeEvery === 0 && op === 'update' && JSON.stringify(earlier).length <= largestWhole;
  const document: HistoryDocument<Timestamp> = {
    by: foundBy(named, millis),
    rev,
    at,
    op,
    ...(was ? { was } : {}),
    key,
    ...(clientId ? { clientId } : {}),
    ...named,
    fields: [...fields],
    ...(files.length > 0 ? { files: [...files] } : {}),
    before: packed(before),
    ...(isWhole ? { whole: packed(earlier) } : {}),
    ...(undoes ? { undoes: packed(undoes) } : {}),
    ...(cleared.length > 0 ? { cleared: packed(cleared) } : {}),
    expiresAt: Timestamp.fromMillis(millis + days * dayMillis),
  };
  // No other writer can have taken this revision: the record itself is written under a precondition, or is new.
  return history(storage.id).set(entryId(key, rev), document);
}
