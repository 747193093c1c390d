import { type DataRecord, encodeFields, limits, type RecordDocument } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../../errors/api-error.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { create, type Write } from '../../../store/model/writes.ts';
import { eventWrites } from './event-writes.ts';
import { forgetAfterWrite } from '../query/after-write.ts';
import { requireOneCommit } from '../model/commit-size.ts';
import { hashPassword } from '../model/password.ts';
import { ownerPart } from '../model/owner.ts';
import { privatePath, recordPath } from '../model/paths.ts';
import { prepareIndexes } from '../index/prepare-index.ts';
import { present } from '../model/present.ts';
import { type RecordInput, recordInput } from '../model/record-input.ts';
import type { Actor, StorageRow } from '../model/record-services.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { checkSize } from '../model/stored-size.ts';
import { type Claim, claimsOf, taken } from '../model/unique-claims.ts';

/**
 * Stores up to 100 records in one commit: all or none. One billed write each, no read.
 * @param inputs each one plain object of fields
 * @param also further writes of the same commit
 * @throws {ApiError} invalid-argument, payload-too-large; already-exists for a taken username or email of a users storage
 */
export async function createRecords(
  services: RecordServices,
  storage: StorageRow,
  inputs: readonly unknown[],
  { actor }: Actor,
  also: (records: readonly DataRecord[]) => readonly Write[] = () => [],
): Promise<DataRecord[]> {
  if (inputs.length === 0) throw new ApiError('invalid-argument', 'Send at least one record.');
  if (inputs.length > limits.bulkRecords) throw new ApiError('invalid-argument', `At most ${limits.bulkRecords} records in one call.`);
  const records = inputs.map((input, i) => recordInput(input, inputs.length > 1 ? `[${i}]` : ''));
  for (const { fields } of records) checkSize(fields);
  const claims = records.flatMap(({ fields }) => claimsOf(storage, fields));
  refuseRepeated(claims);
  const [indexes, hashes] = await Promise.all([
    prepareIndexes(
      services,
      storage,
      records.map(({ fields }) => fields),
    ),
    Promise.all(records.map(hashOf)),
  ]);

  const began = services.now();
  const writes: Write[] = [];
  const created = records.map(({ fields }, i) => {
    const { id, millis, micros } = services.makeId(shardOf(storage));
    const createdAt = new Timestamp(Math.floor(millis / 1000), ((millis % 1000) * 1000 + micros) * 1000);
    const hash = hashes[i];
    const { idx, known, tokens } = indexes[i] ?? { idx: {}, known: 0, tokens: [] };
    const document: RecordDocument<Timestamp> = {
      data: encodeFields(fields),
      idx,
      files: {},
      known,
      createdAt,
      updatedAt: createdAt,
      createdBy: actor,
      ...(hash ? { hasPassword: true as const } : {}),
      ...ownerPart(storage, id, fields),
    };
    writes.push(create(recordPath(storage.id, id), document, tokens));
    if (hash) writes.push(create(privatePath(storage.id, id), { password: hash }));
    writes.push(...claimsOf(storage, fields).map(({ path }) => create(path, { scope: storage.id, ref: id })));
    return present(id, document, storage.data.is_softDelete, services.files);
  });
  requireOneCommit(writes);
  await commitClaiming(services, [...writes, ...eventWrites(services, storage, 'record.created', created), ...also(created)], claims);
  forgetAfterWrite(services, storage.id, began);
  return created;
}

function refuseRepeated(claims: readonly Claim[]): void {
  const paths = new Set<string>();
  for (const { field, path } of claims) {
    if (paths.has(path)) throw taken([field]);
    paths.add(path);
  }
}

async function commitClaiming(services: RecordServices, writes: readonly Write[], claims: readonly Claim[]): Promise<void> {
  try {
    await services.store.commit(writes);
  } catch (error) {
    if (!isAlreadyExists(error) || claims.length === 0) throw error;
    const rows = await services.store.getAll(claims.map(({ path }) => path));
    const fields = claims.filter((_, i) => rows[i]).map(({ field }) => field);
    if (fields.length === 0) throw error;
    throw taken(fields);
  }
}

function hashOf({ password }: RecordInput): Promise<string> | undefined {
  return typeof password === 'string' ? hashPassword(password) : undefined;
}

function shardOf(storage: StorageRow): string {
  const { shards } = storage.data;
  return shards[Math.floor(Math.random() * shards.length)] ?? '0';
}
