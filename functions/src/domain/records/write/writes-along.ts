import { decodeFields, type DeletedDocument, type Json, limits, usualTrashDays } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import { updateInput } from '../model/record-input.ts';
import type { ClearedReference, Following, RecordWrite, WriteResult } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { idsIn } from '../references/reference-fields.ts';
import { applyWrite } from './apply-write.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import type { RecordBody } from './record-changes.ts';
import { bodyFields } from './record-changes.ts';
import { type Referrer, referringRecords, requireFewAlong, StillReferred } from './referrers.ts';
import { inWrite } from './refusals.ts';

/** Writes of other records that a commit's own ones bring with them, each with its record and its result. */
export interface Along {
  readonly writes: RecordWrite[];
  readonly records: InFlightRecord[];
  readonly results: WriteResult[];
}

interface Work {
  readonly services: RecordServices;
  readonly tx: Transaction;
  readonly actor: string;
  /** By storage and key: those of the commit's own writes, and those that follow. */
  readonly flights: Map<string, InFlightRecord>;
  readonly along: Along;
}

/** A delete whose act others belong to: its write's name, and what is noted for a restore. */
interface Head {
  readonly record: InFlightRecord;
  readonly where: string;
  readonly following: Following | undefined;
  readonly act: { cascaded: Noted[]; cleared: ClearedReference[] };
}
type Noted = { storage: string; key: string };

interface Given {
  readonly writes: readonly RecordWrite[];
  readonly loaded: readonly (InFlightRecord | null)[];
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>;
  readonly actor: string;
}

/**
 * Does to the records that refer to deleted ones what their reference fields say, and takes it back when such an act is restored.
 * @throws {ApiError} conflict where a record is still referred to, or where too many follow
 */
export async function writesAlong(services: RecordServices, tx: Transaction, { writes, loaded, referrers, actor }: Given): Promise<Along> {
  const own = loaded.filter((record) => record !== null);
  const flights = new Map(own.map((record) => [placeOf(record.storage.id, record.key), record]));
  const work: Work = { services, tx, actor, flights, along: { writes: [], records: [], results: [] } };
  for (const record of new Set(own)) {
    const where = writes[loaded.lastIndexOf(record)]?.where ?? '';
    const its = writes.filter((_, i) => loaded[i] === record);
    const following = followingIn(its);
    const isLeaving = record.before.live && !record.now.live;
    if (isLeaving && referrers.has(record.storage.id)) await deleteAlong(work, { record, where, following }, referrers);
    const act = record.before.deleted?.act ?? actIn(its);
    if (act && record.now.live) await restoreAlong(work, record, following ? withoutOwn(act, following) : act);
    if (act && record.now.deleted?.kind === 'tombstone') {
      record.cleared = act.cleared;
      await purgeAlong(work, record, act);
    }
  }
  return work.along;
}

function followingIn(writes: readonly RecordWrite[]): Following | undefined {
  return writes.flatMap((write) => ('following' in write && write.following) || [])[0];
}

/** @returns the act that took a record which is made again */
function actIn(writes: readonly RecordWrite[]): Act | undefined {
  const cleared = writes.flatMap((write) => (write.op === 'create' && write.cleared) || []);
  return cleared.length > 0 ? { cascaded: [], cleared } : undefined;
}

function withoutOwn({ cascaded, cleared }: Act, { isOwn }: Following): Act {
  return { cascaded: cascaded.filter(({ storage }) => !isOwn(storage)), cleared: cleared.filter(({ storage }) => !isOwn(storage)) };
}

async function deleteAlong(work: Work, { record, where, following }: Omit<Head, 'act'>, referrers: Given['referrers']): Promise<void> {
  const head: Head = { record, where, following, act: { cascaded: [], cleared: [] } };
  const leaving = [record];
  for (let one = leaving.shift(); one; one = leaving.shift()) {
    for (const referrer of referrers.get(one.storage.id) ?? []) leaving.push(...(await follow(work, head, { one, referrer })));
  }
  const { deleted } = record.now;
  if (deleted?.kind === 'tombstone') record.cleared = head.act.cleared;
  const isNoted = deleted?.kind === 'trash' && head.act.cascaded.length + head.act.cleared.length > 0;
  if (!isNoted) return;
  record.now = { live: null, deleted: { ...deleted, act: head.act } };
  const followers = head.act.cascaded.flatMap(({ storage, key }) => work.flights.get(placeOf(storage, key)) ?? []);
  endTogether([record, ...followers]);
}

/** Storages differ in how long their trash keeps records: of an act the longest time counts for all, or a restore would find a part of it. */
function endTogether(records: readonly InFlightRecord[]): void {
  const daysOf = ({ storage }: InFlightRecord) => storage.data.trashDays ?? usualTrashDays;
  const stays = Math.max(...records.map(daysOf));
  for (const record of records) {
    const { deleted } = record.now;
    if (deleted?.kind === 'trash' && daysOf(record) < stays) record.now = { live: null, deleted: { ...deleted, stays } };
  }
}

/** @returns the records that leave as well */
async function follow(work: Work, head: Head, { one, referrer }: { one: InFlightRecord; referrer: Referrer }): Promise<InFlightRecord[]> {
  const { storage, field, action } = referrer;
  const id = one.clientId ?? one.key;
  const limit = action === 'refuse' ? 1 : limits.deletedAlong + 1;
  const rows = await referringRecords(work.tx, referrer, { id, limit });
  const records = rows.map((row) => flightOf(work, storage, { key: row.id, live: row.data }));
  const referring = records.filter(({ now: { live } }) => live && idsIn(decodeFields(live.data)[field]).includes(id));
  const staying = action === 'refuse' ? referring : await stayingOf(head.following, referrer, referring);
  if (staying.length > 0) {
    const keys = staying.map(({ key }) => ({ storageId: storage.id, key }));
    throw inWrite(head.where, new StillReferred(referrer, keys));
  }
  if (action === 'refuse') return [];
  const { where } = head;
  if (action === 'clear') {
    for (const each of referring) {
      apply(work, each, { op: 'update', storage, id: each.key, where, input: updateInput({ [field]: without(each, field, id) }) });
      head.act.cleared.push({ storage: storage.id, key: each.key, field });
    }
    return [];
  }
  for (const each of referring) {
    const toTrash = head.record.now.deleted?.kind === 'trash';
    apply(work, each, { op: 'delete', storage, id: each.key, where, permanent: false, ...(toTrash && { toTrash }) });
    sharesMoment(each, head.record);
    head.act.cascaded.push({ storage: storage.id, key: each.key });
  }
  return referring;
}

/** @returns the records that an undo leaves as they are, and that it may not do this to */
async function stayingOf(
  following: Following | undefined,
  { storage, field, action }: Referrer,
  referring: readonly InFlightRecord[],
): Promise<InFlightRecord[]> {
  if (!following) return [];
  if (following.isOwn(storage.id)) return [...referring];
  const staying: InFlightRecord[] = [];
  for (const record of referring) {
    if (!(await following.follows(storage, record.key, action === 'clear' ? field : null))) staying.push(record);
  }
  return staying;
}

/** All of one act have one time: so a restore tells them from records that were deleted later. */
function sharesMoment(record: InFlightRecord, head: InFlightRecord): void {
  const deletedAt = head.now.deleted?.deletedAt;
  if (record.now.deleted && deletedAt) record.now = { live: null, deleted: { ...record.now.deleted, deletedAt } };
}

function without({ now }: InFlightRecord, field: string, id: string): Json {
  const value = decodeFields(now.live?.data ?? {})[field];
  return Array.isArray(value) ? value.filter((each) => each !== id) : null;
}

type Act = NonNullable<DeletedDocument<Timestamp>['act']>;

async function restoreAlong(work: Work, head: InFlightRecord, act: Act): Promise<void> {
  const storages = await storagesOf(work, act);
  for (const each of await trashOf(work, { head, act, storages })) {
    if (!each.now.live) apply(work, each, { op: 'restore', storage: each.storage, id: each.key, where: '' });
  }
  const cleared = act.cleared.filter(({ storage }) => storages.has(storage));
  const rows = await work.tx.getAll<RecordBody>(
    cleared.map(({ storage, key }) => recordPath(storage, key)),
    bodyFields,
  );
  for (const [i, { storage: storageId, key, field }] of cleared.entries()) {
    const [row, storage] = [rows[i], storages.get(storageId)];
    // One that was cleared before it followed as well is not stored as live yet.
    const isBack = work.flights.has(placeOf(storageId, key));
    if (!storage || (!row && !isBack)) continue;
    const record = flightOf(work, storage, { key, live: row?.data ?? null });
    const value = referringAgain(record, field, head.clientId ?? head.key);
    if (value !== undefined) apply(work, record, { op: 'update', storage, id: key, where: '', input: updateInput({ [field]: value }) });
  }
}

/** @returns undefined where the field has got another value meanwhile */
function referringAgain({ now }: InFlightRecord, field: string, id: string): Json | undefined {
  const value = now.live ? decodeFields(now.live.data)[field] : undefined;
  if (Array.isArray(value)) return value.includes(id) ? undefined : [...value, id];
  return now.live && (value ?? null) === null ? id : undefined;
}

/** Records that follow into the trash of a storage without one could not be reached there. */
async function purgeAlong(work: Work, head: InFlightRecord, act: Act): Promise<void> {
  for (const each of await trashOf(work, { head, act, storages: await storagesOf(work, act) }))
    if (each.now.deleted?.kind === 'trash')
      apply(work, each, {
        op: 'delete',
        storage: each.storage,
        id: each.key,
        where: '',
        permanent: true,
        ...(head.forgetsFiles && { forgetsFiles: true }),
      });
}

async function storagesOf({ services }: Work, { cascaded, cleared }: Act): Promise<Map<string, StorageRow>> {
  const ids = [...new Set([...cascaded, ...cleared].map(({ storage }) => storage))];
  const rows = await services.store.storages.getAll(ids);
  return new Map(rows.flatMap((row) => (row && !row.data.archived ? [[row.id, row] as const] : [])));
}

/** @returns the records of the act that are in the trash since */
async function trashOf(
  work: Work,
  { head, act: { cascaded }, storages }: { head: InFlightRecord; act: Act; storages: ReadonlyMap<string, StorageRow> },
): Promise<InFlightRecord[]> {
  const known = cascaded.filter(({ storage }) => storages.has(storage));
  const rows = await work.tx.getAll(known.map(({ storage, key }) => deletedPath(storage, key)));
  return known.flatMap(({ storage: storageId, key }, i) => {
    const [row, storage] = [rows[i], storages.get(storageId)];
    const isSame = row?.data.kind === 'trash' && head.before.deleted?.deletedAt.isEqual(row.data.deletedAt);
    return row && storage && isSame ? [flightOf(work, storage, { key, deleted: row.data })] : [];
  });
}

function flightOf(
  { flights }: Work,
  storage: StorageRow,
  { key, live = null, deleted = null }: { key: string; live?: RecordBody | null; deleted?: DeletedDocument<Timestamp> | null },
): InFlightRecord {
  const known = flights.get(placeOf(storage.id, key));
  if (known) return known;
  const before = { live, deleted };
  const record: InFlightRecord = { storage, key, clientId: live?.clientId ?? deleted?.clientId, before, now: before };
  flights.set(placeOf(storage.id, key), record);
  return record;
}

function apply({ services, actor, along }: Work, record: InFlightRecord, write: RecordWrite): void {
  along.results.push(applyWrite(services, write, { record, actor, checks: undefined }));
  along.records.push(record);
  along.writes.push(write);
  requireFewAlong(along.writes.length);
}

function placeOf(storageId: string, key: string): string {
  return `${storageId}/${key}`;
}
