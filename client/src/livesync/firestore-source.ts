import type { DeletedDocument, DepartedDocument, RecordDocument, StoredFile } from '@bedplate/contract/documents';
import { decodeFields, type Json } from '@bedplate/contract/record';
import { collection, type Firestore, onSnapshot, type Query, query, type QuerySnapshot, Timestamp, where } from 'firebase/firestore';
import { BedplateError } from '../errors.ts';
import type { Stored } from '../records.ts';
import type { Deletion, RecordState } from './events.ts';
import type { ChangeSource, Observer } from './source.ts';

/** A signed-in Firestore and the storage to follow in it. */
export interface Connection {
  db: Firestore;
  storageId: string;
  is_softDelete: boolean;
  /** Only this app user's records may be followed. */
  owner?: string;
  /** A time of the server, not of this machine, at or shortly before now; milliseconds. */
  serverTime: number;
  /** When the right to listen ends; milliseconds of this machine's clock. */
  expiresAt?: number;
  /** Whether connecting again gives a new right to listen. */
  renewable: boolean;
  close(): void;
}

/** Follows one storage in Firestore. Listeners share a connection until it is about to expire. */
export function firestoreSource(connect: () => Promise<Connection>): ChangeSource {
  let shared: { connection: Promise<Connection>; users: number } | null = null;

  return {
    open(after, observer) {
      const mine = (shared ??= { connection: connect(), users: 0 });
      mine.users++;
      let closed = false;
      let stop: (() => void) | undefined;
      const retire = () => {
        if (shared === mine) shared = null; // the next listener gets a fresh connection
      };
      mine.connection.then(
        (connection) => {
          if (!closed) stop = follow(connection, after, observer, retire);
        },
        (error: unknown) => {
          retire();
          if (!closed) observer.error(error);
        },
      );
      return () => {
        if (closed) return;
        closed = true;
        stop?.();
        if (--mine.users > 0) return;
        retire();
        mine.connection.then(
          (connection) => connection.close(),
          () => {},
        );
      };
    },
  };
}

function follow(connection: Connection, after: number | null, observer: Observer, retire: () => void): () => void {
  const anchor = after ?? (connection.serverTime - 60_000) * 1000;
  const since = new Timestamp(Math.floor(anchor / 1e6), (anchor % 1e6) * 1000);
  const fail = (error: unknown) => {
    retire();
    observer.error(error);
  };
  const { owner } = connection;
  const deliver = mergeFirst(owner === undefined ? ['records', 'deleted'] : ['records', 'deleted', 'departed'], (delivery) =>
    observer.next({ ...delivery, anchor }),
  );
  const newer = (name: Source, time: string) => {
    const all = collection(connection.db, 'storages', connection.storageId, name);
    return query(all, ...(owner === undefined ? [] : [where('owner', '==', owner)]), where(time, '>', since));
  };
  const stops = [
    listen(newer('records', 'updatedAt'), fail, (snapshot) =>
      deliver('records', { records: changed(snapshot, (id, data) => recordState(id, data, connection)) }, snapshot),
    ),
    listen(newer('deleted', 'deletedAt'), fail, (snapshot) => deliver('deleted', { deletions: changed(snapshot, deletion) }, snapshot)),
    ...(owner === undefined
      ? []
      : [
          listen(newer('departed', 'leftAt'), fail, (snapshot) =>
            deliver('departed', { deletions: changed(snapshot, departure) }, snapshot),
          ),
        ]),
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

interface Merged {
  records: RecordState[];
  deletions: Deletion[];
  current: boolean;
}

type Source = 'records' | 'deleted' | 'departed';

/** Holds all collections back until the server has confirmed each, then passes everything on at once and later changes one by one. */
function mergeFirst(sources: readonly Source[], next: (merged: Merged) => void) {
  const confirmed = new Set<Source>();
  let first: Merged | null = { records: [], deletions: [], current: true };
  return (from: Source, part: Partial<Merged>, { metadata }: QuerySnapshot) => {
    if (metadata.fromCache) confirmed.delete(from);
    else confirmed.add(from);
    const current = sources.every((source) => confirmed.has(source));
    if (!first) return next({ records: [], deletions: [], ...part, current });
    first.records.push(...(part.records ?? []));
    first.deletions.push(...(part.deletions ?? []));
    if (!current) return;
    const merged = first;
    first = null;
    next(merged);
  };
}

/** Metadata changes tell when the connection drops and comes back. */
function listen(query: Query, fail: (error: unknown) => void, next: (snapshot: QuerySnapshot) => void): () => void {
  return onSnapshot(query, { includeMetadataChanges: true }, next, fail);
}

/** Renews a fifth of its life, at most a minute, before the right to listen ends. */
function atEnd({ expiresAt, renewable }: Connection, { renew, expired }: { renew: () => void; expired: () => void }): () => void {
  if (expiresAt === undefined) return () => {};
  const left = Math.max(0, expiresAt - Date.now());
  const timer = renewable ? setTimeout(renew, left - Math.min(60_000, left / 5)) : setTimeout(expired, left);
  return () => clearTimeout(timer);
}

/** A document that leaves the result is no news: a deletion comes with its tombstone. */
function changed<R>(snapshot: QuerySnapshot, read: (id: string, data: unknown) => R): R[] {
  return snapshot.docChanges().flatMap((change) => (change.type === 'removed' ? [] : [read(change.doc.id, change.doc.data())]));
}

function recordState(id: string, data: unknown, { is_softDelete, owner }: Connection): RecordState {
  const document = data as RecordDocument<Timestamp>; // written by the server alone
  const cameAt = document.restoredAt ?? (owner === undefined ? undefined : document.ownedAt);
  return {
    id: document.clientId ?? id,
    updatedAt: micros(document.updatedAt),
    createdAt: micros(document.createdAt),
    ...(cameAt && { restoredAt: micros(cameAt) }),
    record: recordOf(document.clientId ?? id, document, is_softDelete ? { is_deleted: false, deletedAt: null } : {}),
  };
}

function deletion(key: string, data: unknown): Deletion {
  const document = data as DeletedDocument<Timestamp>; // written by the server alone
  const id = document.clientId ?? key;
  const deletedAt = micros(document.deletedAt);
  if (document.kind === 'tombstone') return { id, deletedAt };
  return { id, deletedAt, record: recordOf(id, document, { is_deleted: true, deletedAt: document.deletedAt.toDate().toISOString() }) };
}

function departure(_: string, data: unknown): Deletion {
  const { id, leftAt } = data as DepartedDocument<Timestamp>; // written by the server alone
  return { id, deletedAt: micros(leftAt) };
}

/** @returns the record as the data API answers it, without the addresses of its files */
export function recordOf(
  id: string,
  document: Pick<RecordDocument<Timestamp>, 'createdAt' | 'updatedAt'> & Partial<Pick<RecordDocument<Timestamp>, 'data' | 'files'>>,
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

function micros(time: Timestamp): number {
  return time.seconds * 1e6 + Math.floor(time.nanoseconds / 1000);
}
