import type { DeletedDocument, Json, StoredFile } from '@bedplate/contract';
import { teams } from '../../../store/collections.ts';
import { gone, type Timestamp } from '../../../store/model/values.ts';
import { ApiError, say } from '../../../errors/api-error.ts';
import { create, remove, set, update, type Write } from '../../../store/model/writes.ts';
import { departure, ownedAtPart, ownerPart } from '../model/owner.ts';
import { labelsPart, lostLabels } from './live-labels.ts';
import { accountPath, deletedPath, privatePath, recordPath } from '../model/paths.ts';
import type { Undoes } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { type IndexChange, type RecordBody, recordChanges } from './record-changes.ts';

/** One record while a commit works on it: its state before the commit and after it. */
export interface InFlightRecord {
  readonly storage: StorageRow;
  readonly key: string;
  readonly clientId: string | undefined;
  /** The time in a new key: `createdAt` must be the same. */
  readonly madeAt?: Timestamp;
  readonly before: RecordState;
  now: RecordState;
  /** Of the live record before and now; set by `setIndex`. */
  index?: IndexChange;
  /** A new hash, or null to remove the password. */
  hash?: string | null;
  /** Files that it lets go of and its history keeps. */
  kept?: readonly StoredFile[];
  /** Files that its history has kept and it has again. */
  takenUp?: readonly StoredFile[];
  /** The part of an undo that it goes through. */
  undoes?: Undoes;
  /** Its files go at once, also where a history is kept. */
  forgetsFiles?: boolean;
}

export interface RecordState {
  readonly live: RecordBody | null;
  readonly deleted: DeletedDocument<Timestamp> | null;
}

export const absent: RecordState = { live: null, deleted: null };

/** Completes the live record by its index and its owner. @param fields of the live record, decoded */
export function setIndex(
  record: InFlightRecord,
  { live, fields, index }: { live: RecordBody; fields: Readonly<Record<string, Json>>; index: IndexChange },
): void {
  const { labels: _, gained: __, ...unlabelled } = live;
  const id = record.clientId ?? record.key;
  const owned = {
    ...unlabelled,
    ...ownerPart(record.storage, id, fields),
    ...labelsPart(record.storage, { id, createdAt: live.createdAt.toMillis(), fields }, record.before.live),
  };
  record.now = { ...record.now, live: { ...owned, ...ownedAtPart(record.before.live, owned), known: index.now.known, iv: 2 } };
  record.index = index;
}

/** @returns the writes that take a record from its state before to its state now */
export function writesOf({ storage, key, before, now, index, hash }: InFlightRecord): Write[] {
  const record = recordPath(storage.id, key);
  const deleted = deletedPath(storage.id, key);
  const writes: Write[] = [];
  if (now.live && index) {
    if (before.live && index.before) {
      const { changes, flags } = recordChanges(before.live, now.live, { ...index, before: index.before });
      writes.push(update(record, changes, { flags }));
    } else writes.push(create(record, { ...now.live, idx: index.now.idx }, index.now.tokens));
  }
  if (!now.live && before.live) writes.push(remove(record));
  if (now.deleted && now.deleted !== before.deleted) writes.push(set(deleted, now.deleted));
  if (!now.deleted && before.deleted) writes.push(remove(deleted));
  if (typeof hash === 'string') writes.push(set(privatePath(storage.id, key), { password: hash }));
  if (hash === null && (before.live?.hasPassword || before.deleted?.hasPassword)) writes.push(remove(privatePath(storage.id, key)));
  if (before !== absent && !now.live && now.deleted?.kind === 'tombstone' && isUserStorage(storage))
    writes.push(remove(accountPath(storage.id, key)), ...leftTeams(storage.id, key, before.live?.teams ?? before.deleted?.teams));
  writes.push(
    ...departure({ storageId: storage.id, key }, before.live, now.live),
    ...lostLabels({ storageId: storage.id, key }, before.live, now.live),
  );
  return writes;
}

/** Of a user who is gone for good: teams name their members as well, and the team is there as long as the user's document names it. */
function leftTeams(storageId: string, key: string, of: Readonly<Record<string, string>> = {}): Write[] {
  return Object.keys(of).map((id) => update(teams(storageId).path(id), { [`members.${key}`]: gone }));
}

/** Firestore takes 10 MiB in one request. https://firebase.google.com/docs/firestore/quotas */
const largestCommit = 8 * 1024 * 1024;
/** So few documents, of at most 1 MiB each, are always below it. */
const smallCommit = 7;

/** @throws {ApiError} payload-too-large for documents that Firestore would not take together */
export function requireOneCommit(writes: readonly Write[]): void {
  if (writes.length > smallCommit && sizeOf(writes) > largestCommit) throw new ApiError('payload-too-large', say('recordsLarge'));
}

/** About what it takes on the wire. */
function sizeOf(writes: readonly Write[]): number {
  const flags = writes.reduce((sum, write) => sum + (write.kind === 'create' ? (write.flags?.length ?? 0) : 0), 0);
  return JSON.stringify(writes).length + flags * '"":true'.length;
}
