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
 * @returns the claims to do without in the next try, where the schema only warns, by their paths: the refusal of each
 * @throws {ApiError} already-exists
 */
export async function settleClash(
  services: RecordServices,
  storage: StorageRow,
  { claims, rules }: { claims: readonly Claim[]; rules: StorageRules | undefined },
): Promise<ReadonlyMap<string, ApiError>> {
  const rows = await services.store.getAll(claims.map(({ path }) => path));
  const held = claims.flatMap((claim, i) => (rows[i] ? [{ claim, storage, key: rows[i].data.ref, updateTime: rows[i].updateTime }] : []));
  const holders = await holdersOf(services.store, new Map(rules ? [[storage.id, rules]] : []), held);
  const refused = held.filter(({ claim }, i) => holders[i] !== 'nobody' && !isWarned(claim, rules));
  if (refused.length > 0) {
    throw taken(refused.map((one) => ({ fields: one.claim.fields, inTrash: holders[held.indexOf(one)] === 'trash' })));
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
