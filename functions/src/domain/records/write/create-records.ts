import { type DataRecord, type FieldProblem, limits } from '@bedplate/contract';
import { ApiError, say } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { RecordIndex } from '../index/index-record.ts';
import { prepareIndexes } from '../index/prepare-index.ts';
import type { ClosedFields } from '../model/closed-fields.ts';
import { toRecordJson } from '../model/present.ts';
import { type RecordInput, recordInput } from '../model/record-input.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import type { CommitHook, WriteAccess } from '../model/record-write.ts';
import { checkSize } from '../model/stored-size.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { type InFlightRecord, creationOf, requireOneCommit, setIndex } from './in-flight-record.ts';
import { fillRecord, newKey, newRecord } from './new-record.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadRuledCreates = lazily(() => import('./ruled-creates.ts'));
const loadKeepHistory = lazily(() => import('./keep-history.ts'));
const loadEventWrites = lazily(() => import('./event-writes.ts'));

interface Creation extends Actor {
  readonly inputs: readonly unknown[];
  readonly closed?: ClosedFields | undefined;
  /** Where rules bind the writer. */
  readonly access?: WriteAccess | undefined;
  readonly hook?: CommitHook<readonly DataRecord[]>;
  /** Gets the faults by the schema of what is stored all the same. */
  readonly warnings?: FieldProblem[] | undefined;
}

/**
 * Stores up to 100 records in one commit: all or none. One billed write each; a new key needs no read.
 * @param inputs each one plain object of fields
 * @throws {ApiError} invalid-argument, payload-too-large; already-exists for a taken username or email of a users storage
 */
export async function createRecords(
  services: RecordServices,
  storage: StorageRow,
  { inputs, actor, origin, closed, access, hook, warnings }: Creation,
): Promise<DataRecord[]> {
  requireFew(inputs);
  const sent = await Promise.all(inputs.map((input, i) => inputFor(storage, input, inputs.length > 1 ? `[${i}]` : '')));
  const checked = access ? sent.map((input) => ({ ...input, fields: { ...input.fields, ...access.prepare(null, input) } })) : sent;
  if (closed) {
    const { refuseClosed } = await import('../model/closed-fields.ts');
    for (const { fields, password } of checked) refuseClosed(closed, { before: {}, after: fields, password });
  }
  const ruled = isPlain(storage) ? undefined : await loadRuledCreates();
  const given = { services, storage, inputs: checked, actor, origin, closed, access, hook, warnings };
  const fieldsOfEach = (await ruled?.fieldsOfEach(given)) ?? checked.map(({ fields }) => fields);
  for (const fields of fieldsOfEach) checkSize(fields);
  if (await ruled?.mustLock(given, fieldsOfEach))
    return ruled?.createLocking({ ...given, inputs: sent }, await hashesOf(storage, checked)) ?? [];
  const claims = await ruled?.claimsOfEach(given, fieldsOfEach);
  const [indexes, hashes] = await Promise.all([prepareIndexes(services, storage, fieldsOfEach), hashesOf(storage, checked)]);

  const fresh = fieldsOfEach.map((fields, i) => {
    const record = newRecord(storage, newKey(services, storage));
    const live = fillRecord(services, record, { fields, actor, hash: hashes[i] });
    setIndex(record, { live, fields, index: { before: null, now: indexes[i] ?? noIndex } });
    return { record, live };
  });
  const records = fresh.map(({ record }) => record);
  await ruled?.checkUnlocked(given, records);
  if (storage.data.access?.labels) (await import('./live-labels.ts')).labelled(records);
  const entries = storage.data.history ? await historyOf(services, records, { actor, origin }) : [];
  const writes: Write[] = [];
  const created = fresh.map(({ record, live }, i) => {
    writes.push(...creationOf(record), ...(ruled?.claiming(record, claims?.[i]) ?? []));
    return toRecordJson({ id: record.key, stored: live }, { softDelete: storage.data.is_softDelete, files: services.files });
  });
  for (const [i, record] of created.entries()) access?.settle(null, record, new Set(Object.keys(sent[i]?.fields ?? {})));
  writes.push(...entries, ...((await ruled?.keptTotalsOf(given, fresh)) ?? []));
  requireOneCommit(writes);
  const newest = await services.schemas.newest(storage);
  if (newest !== storage) {
    warnings?.splice(0);
    return createRecords(services, newest, { inputs, actor, origin, closed, access, hook, warnings });
  }
  writes.push(...(await events(services, storage, created)));
  const also = () => hook?.alsoWrites(created) ?? [];
  try {
    await (ruled && claims ? ruled.commitClaiming(given, { writes, also, claims }) : services.store.commit([...writes, ...also()]));
  } catch (error) {
    const emptier = await ruled?.withoutFullTotals(given, error);
    if (!emptier) throw error;
    warnings?.splice(0);
    return createRecords(services, emptier, { inputs, actor, origin, closed, access, hook, warnings });
  }
  return created;
}

/** Most storages hold no users and have no schema: their records claim nothing and refer to nothing. */
function isPlain(storage: StorageRow): boolean {
  return storage.data.schema === undefined && !isUserStorage(storage);
}

/** @throws {ApiError} invalid-argument for none, or more than one call takes */
export function requireFew(inputs: readonly unknown[]): void {
  if (inputs.length === 0) throw new ApiError('invalid-argument', say('recordsNone'));
  if (inputs.length > limits.bulkRecords) throw new ApiError('invalid-argument', say('recordsMany', { max: limits.bulkRecords }));
}

async function inputFor(storage: StorageRow, given: unknown, where: string): Promise<RecordInput> {
  const input = recordInput(given, where);
  if (!isUserStorage(storage)) return input;
  const { newUserFields } = await import('./new-user-fields.ts'); // most storages hold no users
  return { ...input, fields: newUserFields(storage, input, where) };
}

/** Loads what hashes passwords with the first record that has one. */
async function hashesOf({ data: { tenantId } }: StorageRow, inputs: readonly RecordInput[]): Promise<readonly (string | undefined)[]> {
  if (!inputs.some(({ password }) => typeof password === 'string')) return [];
  const { hashPasswords } = await import('../model/password.ts');
  return hashPasswords(
    inputs.map(({ password }) => password),
    tenantId,
  );
}

async function historyOf(services: RecordServices, records: readonly InFlightRecord[], author: Actor): Promise<Write[]> {
  const { keepHistory } = await loadKeepHistory(); // most storages keep none
  return keepHistory(services, records, author);
}

/** Most storages have no receivers. */
async function events(services: RecordServices, storage: StorageRow, records: readonly DataRecord[]): Promise<Write[]> {
  if ((storage.data.receivers ?? []).length === 0) return [];
  const { eventWrites } = await loadEventWrites();
  return eventWrites(services, storage, { event: 'record.created', records });
}

const noIndex: RecordIndex = { idx: {}, known: 0, tokens: [], late: [], earlier: [], isChanging: false };
