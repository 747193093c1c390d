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

/**
 * A record as it was at a moment. The change after that moment is found by halving the revisions, which takes some twenty reads for a
 * hundred thousand of them; from there the nearest whole record is at most 31 entries away.
 * @param id as apps know it @param millis since 1970
 * @throws {ApiError} not-found when it was not there then, or was in the trash, or when that part of its history is not kept
 */
export async function recordAt(
  services: RecordServices,
  storage: StorageRow,
  { id, millis }: { id: string; millis: number },
): Promise<DataRecord> {
  const key = await keyOfRecord(services, storage.id, id);
  const state = await stateOf(services, storage, key);
  const held = state.live ?? state.deleted;
  if (!held || held.createdAt.toMillis() > millis) throw notFound('Record');
  const shown = (fields: Record<string, Json>, updatedAt: Timestamp) =>
    toRecordJson(
      { id: key, stored: { data: {}, files: {}, createdAt: held.createdAt, updatedAt, ...named(held) }, fields },
      { softDelete: false, files: services.files },
    );
  if (state.live && state.live.updatedAt.toMillis() <= millis) return shown(state.fields, state.live.updatedAt);
  if (state.deleted && state.deleted.deletedAt.toMillis() <= millis) throw notFound('Record');

  const next = await firstAfter(services, storage, { key, rev: state.rev, millis });
  const before = next && next.rev > 1 ? await entryAt(services, { storage, key, rev: next.rev - 1 }) : null;
  if (!next || next.op === 'create' || !before || before.at.toMillis() > millis) throw notKept(next);
  if (before.op === 'trash' || before.op === 'delete') throw notFound('Record');
  return shown(await fieldsBefore(services, storage, { key, state, next: next.rev }), before.at);
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

/** The fields before the change `next`, from the nearest whole record after it. */
async function fieldsBefore(
  services: RecordServices,
  storage: StorageRow,
  { key, state, next }: { key: string; state: RecordState; next: number },
): Promise<Record<string, Json>> {
  const mark = Math.ceil(next / wholeEvery) * wholeEvery;
  const marked = mark <= state.rev ? await entryAt(services, { storage, key, rev: mark }) : null;
  const whole = marked?.whole === undefined ? null : unpacked<Record<string, Json>>(marked.whole);
  if (whole && mark === next) return whole;
  const newest = whole ? mark - 1 : state.rev;
  if (newest - next >= longestWalk) throw new ApiError('query-too-broad', say('historyLarge', { max: longestWalk }));
  const entries = await entriesBetween(services, storage, { key, newest, oldest: next, limit: longestWalk });
  if (entries.length !== newest - next + 1) throw notKept(entries.at(-1) ?? null);
  return entries.reduce((after, entry) => backwards(after, differenceOf(entry)), whole ?? state.fields);
}

function notKept(entry: Entry | null): ApiError {
  return new ApiError('not-found', entry ? say('historySince', { time: isoTime(entry.at) }) : say('historyShort'));
}
