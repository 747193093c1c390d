import type { DataRecord, Json } from '@bedplate/contract';
import { ApiError, notFound } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { isoTime, toRecordJson } from '../model/present.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { backwards } from './difference.ts';
import { differenceOf, entriesBetween, entryAt, type Entry, wholeEvery } from './entries.ts';
import { longestWalk } from './read-history.ts';
import { type RecordState, stateOf } from './record-state.ts';
import { unpacked } from './packed.ts';

interface WantedMoment {
  /** As apps know it. */
  readonly id: string;
  /** Since 1970. */
  readonly millis: number;
  /** Finds a record that was in the trash then, alone or too. */
  readonly deleted?: 'only' | 'include' | undefined;
}

/**
 * A record as it was at a moment. The change after that moment is found by halving the revisions, which takes some twenty reads for a
 * hundred thousand of them; from there the nearest whole record is at most 31 entries away.
 * @throws {ApiError} not-found when it was not there then, by default also for one in the trash, or when that part of its history is not kept
 */
export async function recordAt(services: RecordServices, storage: StorageRow, { id, millis, deleted }: WantedMoment): Promise<DataRecord> {
  const key = await keyOfRecord(services, storage.id, id);
  const state = await stateOf(services, storage, key);
  const held = state.live ?? state.deleted;
  if (!held || state.deleted?.erased || held.createdAt.toMillis() > millis) throw notFound('Record');
  const { fields, ...times } = await momentOf(services, storage, { key, state, millis });
  if (times.deletedAt ? !deleted : deleted === 'only') throw notFound('Record');
  return toRecordJson(
    { id: key, stored: { data: {}, files: {}, createdAt: held.createdAt, ...times, ...named(held) }, fields },
    { softDelete: storage.data.is_softDelete || times.deletedAt !== undefined, files: services.files },
  );
}

/** A record at a moment; with `deletedAt` it was in the trash. */
interface Moment {
  readonly fields: Record<string, Json>;
  readonly updatedAt: Timestamp;
  readonly deletedAt?: Timestamp;
}

interface Asked {
  readonly key: string;
  readonly state: RecordState;
  readonly millis: number;
}

async function momentOf(services: RecordServices, storage: StorageRow, asked: Asked): Promise<Moment> {
  const { key, state, millis } = asked;
  const { live, deleted, fields } = state;
  if (live && live.updatedAt.toMillis() <= millis) return { fields, updatedAt: live.updatedAt };
  const next = await firstAfter(services, storage, { key, rev: state.rev, millis });
  if (!next && deleted && deleted.deletedAt.toMillis() <= millis) {
    if (deleted.kind !== 'trash') throw notFound('Record');
    return { fields, updatedAt: deleted.updatedAt, deletedAt: deleted.deletedAt };
  }
  const before = next && next.rev > 1 ? await entryAt(services, { storage, key, rev: next.rev - 1 }) : null;
  if (!next || !before) throw await notKept(services, storage, { key, state, next: next?.rev ?? state.rev });
  if (before.op === 'delete') throw notFound('Record');
  const then = { fields: await fieldsBefore(services, storage, { key, state, next: next.rev }), updatedAt: before.at };
  if (before.op !== 'trash') return then;
  // A delete into the trash leaves the time of the change before it.
  const changed = before.rev > 1 ? await entryAt(services, { storage, key, rev: before.rev - 1 }) : null;
  return { ...then, updatedAt: changed?.at ?? before.at, deletedAt: before.at };
}

const named = ({ clientId }: { clientId?: string }) => (clientId ? { clientId } : {});

/** @returns the entry of the first change after the moment; null when it is not kept */
async function firstAfter(
  services: RecordServices,
  storage: StorageRow,
  { key, rev, millis }: { key: string; rev: number; millis: number },
): Promise<Entry | null> {
  let found: Entry | null = null;
  let [low, high] = [1, rev];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await entryAt(services, { storage, key, rev: middle });
    if (entry && entry.at.toMillis() > millis) [found, high] = [entry, middle - 1];
    else low = middle + 1;
  }
  return found;
}

/** From the record as it is back to a change. */
interface Walk {
  readonly key: string;
  readonly state: RecordState;
  readonly next: number;
}

/** The fields before the change `next`, from the nearest whole record after it. */
async function fieldsBefore(services: RecordServices, storage: StorageRow, { key, state, next }: Walk): Promise<Record<string, Json>> {
  const mark = Math.ceil(next / wholeEvery) * wholeEvery;
  const marked = mark <= state.rev ? await entryAt(services, { storage, key, rev: mark }) : null;
  const whole = marked?.whole === undefined ? null : unpacked<Record<string, Json>>(marked.whole);
  if (whole && mark === next) return whole;
  const newest = whole ? mark - 1 : state.rev;
  if (newest - next >= longestWalk) throw new ApiError('query-too-broad', say('historyLarge', { max: longestWalk }));
  const entries = await entriesBetween(services, storage, { key, newest, oldest: next, limit: longestWalk });
  if (entries.length !== newest - next + 1) throw await notKept(services, storage, { key, state, next });
  return entries.reduce((after, entry) => backwards(after, differenceOf(entry)), whole ?? state.fields);
}

/** @returns the refusal, with the time from which on no change is missing */
async function notKept(services: RecordServices, storage: StorageRow, { key, state, next }: Walk): Promise<ApiError> {
  const entries = await entriesBetween(services, storage, { key, newest: state.rev, oldest: next, limit: longestWalk });
  const unbroken = entries.filter(({ rev }, i) => rev === state.rev - i);
  const since = unbroken.at(-1)?.at ?? state.live?.updatedAt ?? state.deleted?.deletedAt;
  return since ? new ApiError('not-found', say('historySince', { time: isoTime(since) })) : notFound('Record');
}
