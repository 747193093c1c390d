import { encodeFields, type Json } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { NewKey } from '../model/record-write.ts';
import { absent, type InFlightRecord } from './in-flight-record.ts';
import { passwordMark } from '../../../crypto/crypt.ts';
import type { RecordBody } from './record-changes.ts';
import { Timestamp } from '../../../store/model/values.ts';

/** Every new record begins here: a create, an upsert, a row of an import and an inbound event. Decision 037. */
export function newRecord(storage: StorageRow, key: NewKey, clientId?: string): InFlightRecord {
  return { storage, key: key.id, clientId, madeAt: timeOf(key), before: absent, now: absent };
}

/** @returns a key of the present moment, in any shard of the storage */
export function newKey({ makeId }: Pick<RecordServices, 'makeId'>, { data: { shards } }: StorageRow): NewKey {
  return makeId(shards[Math.floor(Math.random() * shards.length)] ?? '0');
}

export interface NewContent {
  /** Their size is checked by the caller. */
  readonly fields: Record<string, Json>;
  readonly actor: string;
  readonly hash: string | undefined;
}

/** Keys of an import follow from the moment at which it began. */
const belatedMillis = 1000;

/** Makes the record live with this content. Its index and its owner follow by `setIndex`. */
export function fillRecord({ now }: Pick<RecordServices, 'now'>, record: InFlightRecord, { fields, actor, hash }: NewContent): RecordBody {
  const createdAt = record.madeAt ?? Timestamp.now();
  const isBack = record.before.deleted !== null;
  const live: RecordBody = {
    data: encodeFields(fields),
    files: {},
    known: 0,
    ...(record.clientId ? { clientId: record.clientId } : {}),
    ...(hash ? markedBy(hash) : {}),
    createdAt,
    // Listeners and cached lists follow this time: it is when the record arrived, even if its key is older.
    updatedAt: isBack || now() - createdAt.toMillis() > belatedMillis ? Timestamp.fromMillis(now()) : createdAt,
    createdBy: actor,
  };
  record.now = { live, deleted: null };
  record.hash = hash ?? null;
  return live;
}

/** The part of a record's document about its password. */
export function markedBy(hash: string): Pick<RecordBody, 'hasPassword' | 'passwordMark'> {
  return { hasPassword: true, passwordMark: passwordMark(hash) };
}

function timeOf({ millis, micros }: NewKey): Timestamp {
  return new Timestamp(Math.floor(millis / 1000), ((millis % 1000) * 1000 + micros) * 1000);
}
