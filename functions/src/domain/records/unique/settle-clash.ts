import type { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { isFailedPrecondition, isNotFound } from '../../../store/model/firestore-errors.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { remove } from '../../../store/model/writes.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { type Claim, taken } from '../model/unique-claims.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { holdersOf } from './holders.ts';
import { isWarned } from './rule-claims.ts';

/**
 * Says what to do after a commit of new records met claims of others.
 * @param claims of each record
 * @param refusal names the record in the error
 * @returns the claims to do without in the next try, where the schema only warns, by their paths: the refusal of each
 * @throws {ApiError} already-exists for the first record that has one
 */
export async function settleClash(
  services: RecordServices,
  storage: StorageRow,
  {
    claims: ofEach,
    rules,
    refusal,
  }: { claims: readonly (readonly Claim[])[]; rules: StorageRules | undefined; refusal: (record: number, error: ApiError) => unknown },
): Promise<ReadonlyMap<string, ApiError>> {
  const claims = ofEach.flat();
  const rows = await services.store.getAll(claims.map(({ path }) => path));
  const held = claims.flatMap((claim, i) => (rows[i] ? [{ claim, storage, key: rows[i].data.ref, updateTime: rows[i].updateTime }] : []));
  const holders = await holdersOf(services.store, new Map(rules ? [[storage.id, rules]] : []), held);
  const refused = new Map(
    held.flatMap(({ claim }, i) => (holders[i] === 'nobody' || isWarned(claim, rules) ? [] : [[claim, holders[i] === 'trash'] as const])),
  );
  for (const [record, own] of ofEach.entries()) {
    const lost = own.filter((claim) => refused.has(claim));
    if (lost.length > 0)
      throw refusal(record, taken(lost.map((claim) => ({ fields: claim.fields, inTrash: refused.get(claim) === true }))));
  }
  const leftOver = held.filter((_, i) => holders[i] === 'nobody');
  await Promise.all(leftOver.map(({ claim, updateTime }) => removeUnchanged(services, claim.path, updateTime)));
  const lost = held.flatMap(({ claim: { path, fields } }, i) =>
    holders[i] === 'nobody' ? [] : [{ path, fields, inTrash: holders[i] === 'trash' }],
  );
  return new Map(lost.map((one) => [one.path, taken([one])]));
}

/** Somebody else may have removed it meanwhile, and even claimed the value: the next try meets that claim. */
export async function removeUnchanged({ store }: RecordServices, path: string, lastUpdateTime: Timestamp): Promise<void> {
  try {
    await store.commit([remove(path, { lastUpdateTime })]);
  } catch (error) {
    if (!isFailedPrecondition(error) && !isNotFound(error)) throw error;
  }
}
