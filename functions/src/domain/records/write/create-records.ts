import { type DataRecord, type Json, limits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { create, type Write } from '../../../store/model/writes.ts';
import type { RecordIndex } from '../index/index-record.ts';
import { prepareIndexes } from '../index/prepare-index.ts';
import type { ClosedFields } from '../model/closed-fields.ts';
import { toRecordJson } from '../model/present.ts';
import { type RecordInput, recordInput } from '../model/record-input.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import type { CommitHook, RecordWrite, WriteResult } from '../model/record-write.ts';
import { checkSize } from '../model/stored-size.ts';
import { type Claim, claimedBy, claimsOf, isUserStorage, taken } from '../model/unique-claims.ts';
import { referencesIn } from '../references/reference-fields.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';
import { eventWrites } from './event-writes.ts';
import { requireOneCommit, setIndex, writesOf } from './in-flight-record.ts';
import { fillRecord, newKey, newRecord } from './new-record.ts';

/**
 * Stores up to 100 records in one commit: all or none. One billed write each; a new key needs no read.
 * @param inputs each one plain object of fields
 * @throws {ApiError} invalid-argument, payload-too-large; already-exists for a taken username or email of a users storage
 */
export async function createRecords(
  services: RecordServices,
  storage: StorageRow,
  {
    inputs,
    actor,
    closed,
    hook,
  }: Actor & {
    readonly inputs: readonly unknown[];
    readonly closed?: ClosedFields | undefined;
    readonly hook?: CommitHook<readonly DataRecord[]>;
  },
): Promise<DataRecord[]> {
  requireFew(inputs);
  const checked = await Promise.all(inputs.map((input, i) => inputFor(storage, input, inputs.length > 1 ? `[${i}]` : '')));
  const fieldsOfEach = checked.map(({ fields }) => fields);
  for (const fields of fieldsOfEach) checkSize(fields);
  if (closed) {
    const { refuseClosed } = await import('../model/closed-fields.ts');
    for (const { fields, password } of checked) refuseClosed(closed, { before: {}, after: fields, password });
  }
  const rules = await rulesOf(services, storage);
  if (refer(rules, fieldsOfEach)) return createReferring(services, storage, { inputs: checked, actor, closed, hook });
  const claimsOfEach = await claimsFor(storage, rules, fieldsOfEach);
  const [indexes, hashes] = await Promise.all([prepareIndexes(services, storage, fieldsOfEach), hashesOf(storage, checked)]);

  const writes: Write[] = [];
  const created = fieldsOfEach.map((fields, i) => {
    const record = newRecord(storage, newKey(services, storage));
    const live = fillRecord(services, record, { fields, actor, hash: hashes[i] });
    setIndex(record, { live, fields, index: { before: null, now: indexes[i] ?? noIndex } });
    writes.push(...writesOf(record), ...(claimsOfEach[i] ?? []).map(({ path }) => create(path, claimedBy(record))));
    return toRecordJson({ id: record.key, stored: live }, { softDelete: storage.data.is_softDelete, files: services.files });
  });
  requireOneCommit(writes);
  writes.push(...eventWrites(services, storage, { event: 'record.created', records: created }), ...(hook?.alsoWrites(created) ?? []));
  await commitClaiming(services, storage, { writes, claims: claimsOfEach.flat(), rules });
  return created;
}

/** Whether the records name others, which are read in a transaction. Most storages have no such fields. */
function refer(rules: StorageRules | undefined, fieldsOfEach: readonly Record<string, Json>[]): boolean {
  const references = rules ? referencesIn(rules) : [];
  return references.some(({ field }) => fieldsOfEach.some((fields) => (fields[field] ?? null) !== null));
}

async function createReferring(
  services: RecordServices,
  storage: StorageRow,
  {
    inputs,
    actor,
    closed,
    hook,
  }: Pick<Parameters<typeof createRecords>[2], 'actor' | 'closed' | 'hook'> & { inputs: readonly RecordInput[] },
): Promise<DataRecord[]> {
  const [{ recordOf, writeRecords }, hashes] = await Promise.all([import('./write-records.ts'), hashesOf(storage, inputs)]);
  const writes = inputs.map((input, i): RecordWrite => {
    const hash = hashes[i];
    return {
      op: 'create',
      storage,
      input,
      where: inputs.length > 1 ? `[${i}]` : '',
      ...(closed && { closed }),
      ...(hash !== undefined && { hash }),
    };
  });
  const created = (results: readonly WriteResult[]) => results.map((result) => recordOf([result]));
  return created(
    await writeRecords(services, writes, { actor, hook: hook && { alsoWrites: (results) => hook.alsoWrites(created(results)) } }),
  );
}

/** @throws {ApiError} invalid-argument for none, or more than one call takes */
export function requireFew(inputs: readonly unknown[]): void {
  if (inputs.length === 0) throw new ApiError('invalid-argument', 'Send at least one record.');
  if (inputs.length > limits.bulkRecords) throw new ApiError('invalid-argument', `At most ${limits.bulkRecords} records in one call.`);
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

const noIndex: RecordIndex = { idx: {}, known: 0, tokens: [], late: [] };

/** @returns what each record claims. Most storages hold no users and have no unique rules. */
async function claimsFor(
  storage: StorageRow,
  rules: StorageRules | undefined,
  fieldsOfEach: readonly Record<string, Json>[],
): Promise<readonly (readonly Claim[])[]> {
  if (!rules?.unique.length) return withoutRepeated(fieldsOfEach.map((fields) => claimsOf(storage, fields)));
  const { isWarned, ruleClaims } = await import('../unique/rule-claims.ts');
  const claims = fieldsOfEach.map((fields) => [...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields)]);
  return withoutRepeated(claims, (claim) => isWarned(claim, rules));
}

/** @throws {ApiError} already-exists for a value that two of the records claim, unless that is only warned of */
function withoutRepeated(claimsOfEach: readonly (readonly Claim[])[], isIgnored: (claim: Claim) => boolean = () => false): Claim[][] {
  const paths = new Set<string>();
  return claimsOfEach.map((claims) =>
    claims.filter((claim) => {
      const isRepeated = paths.has(claim.path);
      if (isRepeated && !isIgnored(claim)) throw taken([claim]);
      paths.add(claim.path);
      return !isRepeated;
    }),
  );
}

interface Claiming {
  readonly writes: readonly Write[];
  readonly claims: readonly Claim[];
  readonly rules: StorageRules | undefined;
}

/** A claim of somebody else may turn out to be left over, or be given up meanwhile. */
const attempts = 5;

/** Claims cost no read: the commit itself is refused where one is taken. */
async function commitClaiming(
  services: RecordServices,
  storage: StorageRow,
  { writes, claims, rules }: Claiming,
  attempt = 1,
): Promise<void> {
  try {
    await services.store.commit(writes);
    return;
  } catch (error) {
    if (!isAlreadyExists(error) || claims.length === 0 || attempt === attempts) throw error;
  }
  const { settleClash } = await import('../unique/settle-clash.ts');
  const lost = await settleClash(services, storage, { claims, rules });
  const left = writes.filter(({ path }) => !lost.has(path));
  await commitClaiming(services, storage, { writes: left, claims: claims.filter(({ path }) => !lost.has(path)), rules }, attempt + 1);
}
