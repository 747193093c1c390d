import type { DeletedDocument, Json, StoredFile } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { ApiError, say } from '../../../errors/api-error.ts';
import { create, set, type Write } from '../../../store/model/writes.ts';
import { ownedAtPart, ownerPart } from '../model/owner.ts';
import { privatePath, recordPath } from '../model/paths.ts';
import type { ClearedReference, Undoes } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { IndexChange, RecordBody } from './record-changes.ts';

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
  /** References of others that its deletion for good has cleared. */
  cleared?: readonly ClearedReference[];
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
  const owned = { ...live, ...ownerPart(record.storage, record.clientId ?? record.key, fields) };
  record.now = { ...record.now, live: { ...owned, ...ownedAtPart(record.before.live, owned), known: index.now.known, iv: 2 } };
  record.index = index;
}

/** @returns the writes of a record that was not there */
export function creationOf({ storage, key, now, index, hash }: InFlightRecord): Write[] {
  const writes = now.live && index ? [create(recordPath(storage.id, key), { ...now.live, idx: index.now.idx }, index.now.tokens)] : [];
  return typeof hash === 'string' ? [...writes, passwordOf(storage.id, key, hash)] : writes;
}

export function passwordOf(storageId: string, key: string, hash: string): Write {
  return set(privatePath(storageId, key), { password: hash });
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
