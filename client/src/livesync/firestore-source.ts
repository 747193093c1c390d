import type { DeletedDocument, DepartedDocument, RecordDocument } from '@bedplate/contract/record-documents';
import type { StoredFile, StoredRecord } from '@bedplate/contract/stored-record';
import { decodeFields } from '@bedplate/contract/record';
import type { Json } from '@bedplate/contract/values/json';
import {
  collection,
  type Firestore,
  getDocsFromServer,
  onSnapshot,
  type Query,
  query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  Timestamp,
  where,
} from 'firebase/firestore';
import type { ValueType } from '@bedplate/contract/values/scalar';
import { BedplateError } from '../transport/errors.ts';
import type { Stored } from '../records/records.ts';
import type { Deletion, RecordState } from './events.ts';
import type { Batch } from './change-log.ts';
import { sharedSource } from './shared-source.ts';
import type { ChangeSource, Delivery, Observer } from './source.ts';

/** A signed-in Firestore and the storage to follow in it. */
export interface Connection {
  db: Firestore;
  storageId: string;
  is_softDelete: boolean;
  /** Only this app user's records may be followed. */
  owner?: string;
  /** Only records with some labels may be followed. */
  byLabels?: ByLabels;
  /** Changes before are not known: others could be followed until then. Milliseconds. */
  knownSince?: number;
  /** Of the fields that the storage's schema declares, by path. */
  types?: Readonly<Record<string, ValueType>>;
  /** The time of the server, not of this machine, now or shortly before; milliseconds. */
  serverTime: number;
  /**
   * The present time of the server, milliseconds: never ahead of it and at most about a second
   * behind. Absent when no caller gives a time of its own clock to listen from.
   */
  serverNow?: () => number;
  /** When the right to listen ends; milliseconds of this machine's clock. */
  expiresAt?: number;
  /** Whether connecting again gives a new right to listen. */
  renewable: boolean;
  close(): void;
}

/** Follows one storage in Firestore. Listeners share a connection until it is close to its end. */
export function firestoreSource(connect: () => Promise<Connection>): ChangeSource {
  return sharedSource(connect, { follow, read: readSpan });
}

/**
 * The known time of the server is in whole seconds and late by the way of an answer; milliseconds.
 */
const doubt = 2000;

/**
 * A device whose clock is ahead asks for changes since a time in the future, and would lose the
 * changes until then.
 * @param after microseconds
 * @returns `after`, or the present time of the server when `after` is certainly later
 */
function notAhead({ serverNow }: Connection, after: number): number {
  if (!serverNow) return after;
  const now = serverNow();
  return after > (now + doubt) * 1000 ? now * 1000 : after;
}

/** The collections that contain changes, and the time that orders each. */
const timeOf = { records: 'updatedAt', deleted: 'deletedAt', departed: 'leftAt' } as const;

/** The part that one listener follows: a collection, or what has one label in it. */
interface Source {
  readonly name: keyof typeof timeOf;
  readonly label?: string;
}

/** How records are followed by their labels: see `byLabels`. */
export interface ByLabels {
  readonly labels: readonly string[];
  readonly sources: readonly Source[];
  /** @returns whether the record has come into sight with its last change */
  isGained(document: { labels?: string[]; gained?: string[] }): boolean;
  /** Takes together what several listeners tell of one change. */
  together(next: (batch: Batch) => void): Later;
}

interface Later {
  take(batch: Batch): void;
  stop(): void;
}

/** A listener of one owner also needs the records that have left their owner. */
function sourcesOf({ owner, byLabels }: Connection): readonly Source[] {
  return byLabels?.sources ?? everything.slice(0, owner === undefined ? 2 : 3);
}

const everything: readonly Source[] = [{ name: 'records' }, { name: 'deleted' }, { name: 'departed' }];

/** @param after microseconds; the query finds later changes */
function changesAfter({ db, storageId, owner }: Connection, { name, label }: Source, after: number): Query {
  const owned = owner === undefined ? [] : [where('owner', '==', owner)];
  const labelled = label === undefined ? [] : [where('labels', 'array-contains', label)];
  return query(collection(db, 'storages', storageId, name), ...owned, ...labelled, where(timeOf[name], '>', timestamp(after)));
}

function batchOf({ name }: Source, found: { id: string; data: unknown }[], connection: Connection): Batch {
  if (name === 'records') return { records: found.map(({ id, data }) => recordState(id, data, connection)), deletions: [] };
  return { records: [], deletions: found.map(({ id, data }) => (name === 'deleted' ? deletion(id, data) : departure(data))) };
}

export async function readSpan(connection: Connection, after: number, until: number): Promise<Batch> {
  const batches = await Promise.all(
    sourcesOf(connection).map(async (source) => {
      const span = query(changesAfter(connection, source, after), where(timeOf[source.name], '<=', timestamp(until)));
      const { docs } = await getDocsFromServer(span);
      return batchOf(source, docs.map(stored), connection);
    }),
  );
  return joined(batches);
}

export function joined(batches: readonly Batch[]): Batch {
  return { records: batches.flatMap(({ records }) => records), deletions: batches.flatMap(({ deletions }) => deletions) };
}

export function follow(
  connection: Connection,
  after: number | null,
  { observer, retire }: { observer: Observer; retire: () => void },
): () => void {
  const anchor = after === null ? (connection.serverTime - 60_000) * 1000 : notAhead(connection, after);
  const fail = (error: unknown) => {
    retire();
    observer.error(error);
  };
  const sources = sourcesOf(connection);
  const isIncomplete = anchor < (connection.knownSince ?? 0) * 1000;
  const deliver = confirmedFirst(connection, sources, (delivery) => observer.next({ ...delivery, anchor, isIncomplete }));
  const stops = [
    deliver.stop,
    ...sources.map((source) => listen(changesAfter(connection, source, anchor), fail, (snapshot) => deliver.take(source, snapshot))),
    atEnd(connection, {
      renew() {
        retire();
        observer.expiring();
      },
      expired: () =>
        fail(new BedplateError('unauthenticated', 'The LiveSync token has expired. Give getToken, so that LiveSync can ask for another.')),
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * Waits until the server has confirmed all collections, then passes on their content, and later
 * changes one by one. Earlier content is left out: a record that has changed or gone meanwhile
 * would be reported in a wrong order.
 */
function confirmedFirst(
  connection: Connection,
  sources: readonly Source[],
  next: (delivery: Omit<Delivery, 'anchor' | 'isIncomplete'>) => void,
) {
  const latest = new Map<Source, QuerySnapshot>();
  let isFirst = true;
  const isCurrent = () => sources.every((source) => latest.get(source)?.metadata.fromCache === false);
  const tell = (batch: Batch) => next({ ...batch, current: isCurrent() });
  const later: Later = connection.byLabels?.together(tell) ?? { take: tell, stop() {} };
  return {
    stop: later.stop,
    take(from: Source, snapshot: QuerySnapshot): void {
      latest.set(from, snapshot);
      if (!isFirst) return later.take(batchOf(from, changed(snapshot), connection));
      if (!isCurrent()) return;
      isFirst = false;
      const found = [...latest].map(([source, { docs }]) => batchOf(source, docs.map(stored), connection));
      next({ ...joined(found), current: true });
    },
  };
}

/** Metadata changes show when the connection is lost and restored. */
function listen(query: Query, fail: (error: unknown) => void, next: (snapshot: QuerySnapshot) => void): () => void {
  return onSnapshot(query, { includeMetadataChanges: true }, next, fail);
}

/** Renews the right to listen before it ends: by a fifth of its time, at most by a minute. */
function atEnd({ expiresAt, renewable }: Connection, { renew, expired }: { renew: () => void; expired: () => void }): () => void {
  if (expiresAt === undefined) return () => {};
  const left = Math.max(0, expiresAt - Date.now());
  const timer = renewable ? setTimeout(renew, left - Math.min(60_000, left / 5)) : setTimeout(expired, left);
  return () => clearTimeout(timer);
}

/** A document that leaves the result is not reported: a deletion arrives with its tombstone. */
function changed(snapshot: QuerySnapshot) {
  return snapshot.docChanges().flatMap((change) => (change.type === 'removed' ? [] : [stored(change.doc)]));
}

function stored(document: QueryDocumentSnapshot): { id: string; data: unknown } {
  return { id: document.id, data: document.data() };
}

function recordState(id: string, data: unknown, { is_softDelete, owner, byLabels }: Connection): RecordState {
  const document = data as RecordDocument<Timestamp>; // written only by the server
  const ownedAt = owner === undefined ? undefined : document.ownedAt;
  const cameAt = byLabels?.isGained(document) ? document.updatedAt : (document.restoredAt ?? ownedAt);
  return {
    id: document.clientId ?? id,
    updatedAt: micros(document.updatedAt),
    createdAt: micros(document.createdAt),
    ...(cameAt && { restoredAt: micros(cameAt) }),
    record: recordOf(document.clientId ?? id, document, is_softDelete ? { is_deleted: false, deletedAt: null } : {}),
  };
}

function deletion(key: string, data: unknown): Deletion {
  const document = data as DeletedDocument<Timestamp>; // written only by the server
  const id = document.clientId ?? key;
  const deletedAt = micros(document.deletedAt);
  if (document.kind === 'tombstone') return { id, deletedAt };
  return { id, deletedAt, record: recordOf(id, document, { is_deleted: true, deletedAt: document.deletedAt.toDate().toISOString() }) };
}

function departure(data: unknown): Deletion {
  const { id, leftAt } = data as DepartedDocument<Timestamp>; // written only by the server
  return { id, deletedAt: micros(leftAt), isDeparture: true };
}

/** @returns the record as the data API returns it, without the addresses of its files */
export function recordOf(
  id: string,
  document: Pick<StoredRecord<Timestamp>, 'createdAt' | 'updatedAt'> & Partial<StoredRecord<Timestamp>>,
  deleted: { is_deleted?: boolean; deletedAt?: string | null },
): Stored<Record<string, Json>> {
  const { data = {}, files = {} } = document;
  return {
    ...decodeFields(data),
    id,
    createdAt: document.createdAt.toDate().toISOString(),
    updatedAt: document.updatedAt.toDate().toISOString(),
    ...deleted,
    ...(Object.keys(files).length > 0 && {
      file_metadata: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, shown(file)])),
    }),
  };
}

function shown({ name, size, type, uploadedAt }: StoredFile) {
  return { name, size, type, uploadedAt };
}

function timestamp(at: number): Timestamp {
  return new Timestamp(Math.floor(at / 1e6), (at % 1e6) * 1000);
}

function micros(time: Timestamp): number {
  return time.seconds * 1e6 + Math.floor(time.nanoseconds / 1000);
}
