import { type DataRecord, decodeFields, type Json } from '@bedplate/contract';
import { type ApiError, notFound } from '../../../errors/api-error.ts';
import { recordPath, storagePath } from '../model/paths.ts';
import { indexWithKnownFields } from '../index/index-stored.ts';
import { prepareIndexes } from '../index/prepare-index.ts';
import { isRecordId } from '../model/record-ids.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { applyWrite } from './apply-write.ts';
import type { FieldChecks } from './field-checks.ts';
import { writesAlong } from './writes-along.ts';
import { type Referrer, referrersOf } from './referrers.ts';
import { checkReferences } from '../references/check-references.ts';
import { referencesIn } from '../references/reference-fields.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';
import { writesOf } from './changed-record.ts';
import { type InFlightRecord, requireOneCommit, setIndex } from './in-flight-record.ts';
import { loadRecords } from './load-records.ts';
import { claimWrites } from './claim-writes.ts';
import { fileChanges } from './file-changes.ts';
import { changedFiles, followFiles, quotaWrites } from './follow-files.ts';
import { inWrite } from './refusals.ts';
import { resultEvents, type Telling } from './result-events.ts';
import type { CommitHook, RecordWrite, WriteResult } from '../model/record-write.ts';
import { recordCounts } from '../../../store/collections.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import type { RecordCountsDocument } from '../../../store/documents/usage-documents.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadFieldChecks = lazily(() => import('./field-checks.ts'));
const loadNextNumbers = lazily(() => import('../schema/next-numbers.ts'));
const loadLiveLabels = lazily(() => import('./live-labels.ts'));
const loadKeepHistory = lazily(() => import('./keep-history.ts'));
const loadTotalWrites = lazily(() => import('./total-writes.ts'));

export interface WriteOptions extends Actor {
  readonly hook?: CommitHook<readonly WriteResult[]> | undefined;
  /** Everything is checked, and nothing is written. */
  readonly isTrial?: boolean;
  readonly telling?: Telling | undefined;
}

/**
 * Applies writes in their order, in any storages, all or none.
 * @returns the result of each @throws {ApiError} not-found, conflict, already-exists, invalid-argument, payload-too-large
 */
export async function writeRecords(
  services: RecordServices,
  writes: readonly RecordWrite[],
  options: WriteOptions,
): Promise<WriteResult[]> {
  let storages = new Map(writes.map(({ storage }) => [storage.id, storage]));
  for (;;) {
    const current = writes.map((write) => ({ ...write, storage: storages.get(write.storage.id) ?? write.storage }));
    const referrers = await referrersOf(services, deletingIn(current));
    const all = [...storages.values(), ...[...referrers.values()].flat().map(({ storage }) => storage)];
    const rules = await rulesByStorage(services, all);
    const checks = await checksBy(services, rules, { writes, options });
    const run = (look: boolean) => (tx: Transaction) => attempt(services, tx, { writes: current, rules, checks, referrers, options, look });
    const alone = needsNoLock(current, rules);
    const attempting = alone ? services.store.optimistic(alone, run(true)) : inTransaction(services, run, mayClaimUnseen(current, options));
    const attempted = await attempting.catch((error: unknown) => withoutFullTotals(services, rules, error));
    if ('newer' in attempted) {
      storages = new Map([...storages, ...attempted.newer]);
      continue;
    }
    if ('unknown' in attempted) {
      storages = await learnFields(services, storages, attempted.unknown);
      continue;
    }
    await followFiles(services, attempted.records, attempted.noted);
    return attempted.results;
  }
}

/** New records alone give up no unique value, and most want values that nobody has: the commit itself finds that one is taken. */
function mayClaimUnseen(writes: readonly RecordWrite[], { isTrial }: WriteOptions): boolean {
  return !isTrial && writes.every(({ op }) => op === 'create');
}

/** @param unseen whether the unique values are looked at only after one was taken */
async function inTransaction(
  { store }: RecordServices,
  run: (look: boolean) => (tx: Transaction) => Promise<Attempt>,
  unseen: boolean,
): Promise<Attempt> {
  if (!unseen) return store.transaction(run(true));
  try {
    return await store.transaction(run(false));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return store.transaction(run(true));
  }
}

async function rulesByStorage(services: RecordServices, storages: readonly StorageRow[]): Promise<Map<string, StorageRules>> {
  const found = new Map<string, StorageRules>();
  for (const storage of storages) {
    const rules = await rulesOf(services, storage);
    if (rules) found.set(storage.id, rules);
  }
  return found;
}

/** Most storages have no schema. */
async function checksBy(
  services: RecordServices,
  rules: ReadonlyMap<string, StorageRules>,
  { writes, options: { actor, isTrial } }: { writes: readonly RecordWrite[]; options: WriteOptions },
): Promise<ReadonlyMap<string, FieldChecks>> {
  if (rules.size === 0) return noChecks;
  const [{ fieldChecks }, { nextNumbers }] = [await loadFieldChecks(), await loadNextNumbers()];
  const checks = new Map<string, FieldChecks>();
  for (const [id, ofOne] of rules) {
    const count = writes.filter(({ storage, op }) => storage.id === id && (op === 'create' || op === 'upsert')).length;
    const numbers = isTrial ? [] : await nextNumbers(services, id, { rules: ofOne, count }); // a trial uses none up
    checks.set(id, fieldChecks(ofOne, { actor, now: services.now(), numbers }));
  }
  return checks;
}

const noChecks: ReadonlyMap<string, FieldChecks> = new Map();

/** A write of one record under its own key reads only the document that it writes, unless it refers to others. @returns its path */
function needsNoLock([write, ...others]: readonly RecordWrite[], rules: ReadonlyMap<string, StorageRules>): string | null {
  if (!write || others.length > 0 || !(write.op === 'update' || write.op === 'delete') || !isRecordId(write.id)) return null;
  if (write.op === 'delete' && (write.storage.data.referredBy || write.ifDeletedAt)) return null;
  if (write.op === 'update' && write.takenUp) return null;
  if (write.op === 'update' && refers(write, rules.get(write.storage.id))) return null;
  return recordPath(write.storage.id, write.id);
}

/** Storages with a deleted record whose references have a rule for that. */
function deletingIn(writes: readonly RecordWrite[]): StorageRow[] {
  const deleting = writes.filter(({ op, storage }) => op === 'delete' && storage.data.referredBy);
  return [...new Map(deleting.map(({ storage }) => [storage.id, storage])).values()];
}

function refers({ input: { fields, operations } }: Extract<RecordWrite, { op: 'update' | 'upsert' }>, rules: StorageRules | undefined) {
  return referencesIn(rules).some(({ field }) => Object.hasOwn(fields, field) || operations.has(field));
}

/** The record of a write that has one. */
export function recordOf(results: readonly WriteResult[]): DataRecord {
  const data = results[0]?.data;
  if (!data) throw new Error('this write answers no record');
  return data;
}

type Attempt =
  | { readonly results: WriteResult[]; readonly records: readonly InFlightRecord[]; readonly noted: readonly Write[] }
  | { readonly unknown: Map<string, Record<string, Json>[]> }
  /** Their schemas have changed. */
  | { readonly newer: Map<string, StorageRow> };

interface Attempting {
  readonly writes: readonly RecordWrite[];
  /** By storage; those of storages with a schema. */
  readonly rules: ReadonlyMap<string, StorageRules>;
  readonly checks: ReadonlyMap<string, FieldChecks>;
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>;
  readonly options: WriteOptions;
  /** Whether unique values are looked at before they are claimed. */
  readonly look: boolean;
}

async function attempt(services: RecordServices, tx: Transaction, given: Attempting): Promise<Attempt> {
  const { checks, referrers, options, look } = given;
  const own = await loadRecords(services, tx, given.writes);
  for (const ofOne of checks.values()) ofOne.begin();
  const results = given.writes.map((write, i) => {
    try {
      return applyWrite(services, write, {
        record: own[i] ?? null,
        actor: options.actor,
        checks: write.bySchema ? undefined : checks.get(write.storage.id),
      });
    } catch (error) {
      throw inWrite(write.where, error);
    }
  });
  const along = await writesAlong(services, tx, { writes: given.writes, loaded: own, referrers, actor: options.actor });
  const rules = new Map([
    ...given.rules,
    ...(await rulesByStorage(
      services,
      along.writes.map(({ storage }) => storage),
    )),
  ]);
  const [writes, loaded] = [
    [...given.writes, ...along.writes],
    [...own, ...along.records],
  ];
  const dating = writes.filter((write) => write.op === 'restore' || (write.op === 'create' && write.made));
  const counted = await tx.recordCounts.getAll([...new Set(dating.map(({ storage }) => storage.id))]);
  const records = [...new Set(loaded.filter((record) => record !== null))];
  const writerOf = (record: InFlightRecord, field: string) => writes[writerAt(writes, loaded, { record, field })]?.where ?? '';
  const warn = (record: InFlightRecord, field: string, { details = [] }: ApiError) => {
    const at = writerAt(writes, loaded, { record, field });
    const result = results[at];
    if (result) results[at] = { ...result, warnings: [...(result.warnings ?? []), ...details] };
  };
  await checkReferences(tx, {
    records,
    rules,
    refusal: (record, field, error) => inWrite(writerOf(record, field), error),
    mayDangle: (record) => writes.some((write, i) => write.fromBackup && loaded[i] === record),
    warn,
  });
  const claims = await claimWrites(tx, { records, rules, writerOf, warn, look });
  if (options.isTrial) return { results, records: [], noted: [] };
  const unknown = indexChanged(records);
  if (unknown.size > 0) return { unknown };

  const departures = await labelWrites(records);
  const entries = await historyWrites(services, records, options);
  const taken = await takenUp(tx, records);
  const quota = await quotaWrites(tx, writes, records);
  const noted = fileChanges(services, records.flatMap(changedFiles));
  const changes = [
    ...records.flatMap((record) => writesOf(record)),
    ...departures,
    ...entries,
    ...taken,
    ...claims,
    ...quota,
    ...noted,
    ...countWrites(counted, records),
    ...(await keptTotals(records, rules)),
  ];
  requireOneCommit(changes);
  const newer = await newerStorages(services, given.writes);
  if (newer.size > 0) return { newer };
  const events = resultEvents(services, [...results, ...along.results], { records: loaded, telling: options.telling });
  tx.write(...changes, ...events, ...(options.hook?.alsoWrites(results) ?? []));
  return { results, records, noted };
}

/** The last look before the commit: each attempt of a transaction has its own. */
async function newerStorages({ schemas }: RecordServices, writes: readonly RecordWrite[]): Promise<Map<string, StorageRow>> {
  const newer = new Map<string, StorageRow>();
  for (const storage of new Map(writes.map((write) => [write.storage.id, write.storage])).values()) {
    const newest = await schemas.newest(storage);
    if (newest !== storage) newer.set(storage.id, newest);
  }
  return newer;
}

/** Only undos and restores take files up again. */
async function takenUp(tx: Transaction, records: readonly InFlightRecord[]): Promise<Write[]> {
  if (!records.some((record) => record.takenUp)) return [];
  const { takenUpWrites } = await import('./taken-up-files.ts');
  return takenUpWrites(tx, records);
}

/** Few storages have rules that LiveSync decides by labels. */
async function labelWrites(records: readonly InFlightRecord[]): Promise<Write[]> {
  if (!records.some(({ storage }) => storage.data.access?.labels)) return [];
  const { labelled } = await loadLiveLabels();
  return labelled(records);
}

/** Most storages keep no history. */
async function historyWrites(services: RecordServices, records: readonly InFlightRecord[], author: Actor): Promise<Write[]> {
  if (!records.some(({ storage, before }) => storage.data.history || before.live?.rev || before.deleted?.rev)) return [];
  const { keepHistory } = await loadKeepHistory();
  return keepHistory(services, records, author);
}

/** Most storages keep no totals. */
async function keptTotals(records: readonly InFlightRecord[], rules: ReadonlyMap<string, StorageRules>): Promise<Write[]> {
  if (![...rules.values()].some(({ totals }) => totals.length > 0)) return [];
  const { totalWrites } = await loadTotalWrites();
  return totalWrites(records, rules);
}

/** @returns the storages as they are without kept totals that have no room left @throws {unknown} the error, where it says something else */
async function withoutFullTotals(
  services: RecordServices,
  rules: ReadonlyMap<string, StorageRules>,
  error: unknown,
): Promise<Extract<Attempt, { newer: unknown }>> {
  const kept = [...rules].flatMap(([storageId, { totals }]) => (totals.length > 0 ? [{ storageId, totals }] : []));
  if (kept.length === 0) throw error;
  const { endFullTotals } = await import('../kept-totals/kept-totals.ts');
  if (!(await endFullTotals(services, kept, error))) throw error;
  const fresh = await Promise.all(kept.map(({ storageId }) => services.store.storages.get(storageId)));
  return { newer: new Map(fresh.flatMap((row) => (row ? [[row.id, row] as const] : []))) };
}

/** Indexes what has changed. @returns by storage, the fields of records that the catalogue at hand does not know in full */
function indexChanged(records: readonly InFlightRecord[]): Map<string, Record<string, Json>[]> {
  const unknown = new Map<string, Record<string, Json>[]>();
  for (const record of records) {
    const { live } = record.now;
    const earlier = record.before.live;
    if (!live || live === earlier) continue;
    const fields = decodeFields(live.data);
    const now = indexWithKnownFields(record.storage, live.data, fields);
    const before = earlier && indexWithKnownFields(record.storage, earlier.data);
    if (now && (before || !earlier)) setIndex(record, { live, fields, index: { before, now } });
    else {
      const learned = unknown.get(record.storage.id) ?? [];
      unknown.set(record.storage.id, [...learned, fields, ...(earlier ? [decodeFields(earlier.data)] : [])]);
    }
  }
  return unknown;
}

/** @returns the place of the last write that gives a record this field, or that touches the record at all */
function writerAt(
  writes: readonly RecordWrite[],
  loaded: readonly (InFlightRecord | null)[],
  { record, field }: { record: InFlightRecord; field: string },
): number {
  const isOwn = (_: RecordWrite, i: number) => loaded[i] === record;
  const giving = writes.findLastIndex((write, i) => isOwn(write, i) && 'input' in write && field in write.input.fields);
  return giving < 0 ? writes.findLastIndex(isOwn) : giving;
}

async function learnFields(
  services: RecordServices,
  storages: ReadonlyMap<string, StorageRow>,
  unknown: ReadonlyMap<string, Record<string, Json>[]>,
): Promise<Map<string, StorageRow>> {
  const learned = new Map(storages);
  for (const [id, fields] of unknown) {
    const storage = storages.get(id);
    if (storage) await prepareIndexes(services, storage, fields);
    const fresh = await services.store.get(storagePath(id));
    if (!fresh) throw notFound('Storage');
    learned.set(id, fresh);
  }
  return learned;
}

/** Skips a restored or late record that is neither newer than the base count nor deleted since: the base includes it. */
function countWrites(counted: readonly (Row<RecordCountsDocument> | null)[], records: readonly InFlightRecord[]): Write[] {
  return counted.flatMap((row): Write[] => {
    if (!row) return [];
    const asOf = row.data.asOf.toMillis();
    const back = records.filter(({ storage, before, now }) => {
      if (storage.id !== row.id || before.live || !now.live) return false;
      return Math.max(now.live.createdAt.toMillis(), before.deleted?.deletedAt.toMillis() ?? 0) <= asOf;
    });
    return back.length === 0 ? [] : [recordCounts.update(row.id, { base: row.data.base + back.length })];
  });
}
