import { decodeFields, type Json, type RecordDocument } from '@bedplate/contract';
import { type ApiError, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { recordPath } from '../model/paths.ts';
import { aliasPath, isClientId, isRecordId } from '../model/record-ids.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { idsIn, referencesIn } from './reference-fields.ts';

/** A record that a commit changes, as far as its references are concerned. */
interface Changing {
  readonly storage: { readonly id: string };
  readonly key: string;
  readonly clientId: string | undefined;
  readonly before: States;
  now: States;
}

interface States {
  readonly live: Body | null;
  readonly deleted: { readonly data?: Record<string, unknown> } | null;
}

type Body = Pick<RecordDocument<Timestamp>, 'data' | 'refs'>;

interface NewReference<R> {
  readonly record: R;
  readonly field: string;
  readonly storageId: string;
  readonly id: string;
}

/** A transaction, or the store where a record that is deleted meanwhile may be referred to. */
type Reads = Pick<Transaction, 'getAll'>;

/**
 * Looks whether the records are there that changed references name: one read each, two for an id that an app has chosen. Its key is
 * noted beside the reference.
 * @param refusal names the write in the error; `mayDangle`: whether the records that a record refers to may come later; `warn` takes
 * the error where the schema only warns
 * @throws {ApiError} invalid-argument for a record that is not there
 */
export async function checkReferences<R extends Changing>(
  tx: Reads,
  {
    records,
    rules,
    refusal,
    mayDangle,
    warn,
  }: {
    records: readonly R[];
    rules: ReadonlyMap<string, StorageRules>;
    refusal: (record: R, field: string, error: Error) => unknown;
    mayDangle: (record: R) => boolean;
    warn: (record: R, field: string, error: ApiError) => void;
  },
): Promise<void> {
  const changed = records.filter(({ storage, now, before }) => now.live && now.live !== before.live && rules.has(storage.id));
  const added = changed.flatMap((record) => newReferences(record, rules.get(record.storage.id)));
  const keys = await keysOf(tx, records, added);
  for (const { record, field, storageId, id } of added) {
    if (keys.has(place(storageId, id)) || mayDangle(record)) continue;
    const error = invalidField(field, say('referenceMissing', { field, id: id.slice(0, 80) }));
    if (rules.get(record.storage.id)?.state !== 'warn') throw refusal(record, field, error);
    warn(record, field, error);
  }
  for (const record of changed) noteKeys(record, rules.get(record.storage.id), keys);
}

function newReferences<R extends Changing>(record: R, rules: StorageRules | undefined): NewReference<R>[] {
  const references = referencesIn(rules);
  if (references.length === 0) return [];
  const [before, now] = [fieldsOf(record.before), fieldsOf(record.now)];
  return references.flatMap(({ field, storageId }) => {
    const known = new Set(idsIn(before[field]));
    return [...new Set(idsIn(now[field]))].filter((id) => !known.has(id)).map((id) => ({ record, field, storageId, id }));
  });
}

/** Of a record that leaves the trash, nothing is new. */
function fieldsOf({ live, deleted }: States): Readonly<Record<string, Json>> {
  return decodeFields(live?.data ?? deleted?.data ?? {});
}

/** @returns the keys of the referred records that are there, by storage and id; those that the same commit makes need no read */
async function keysOf(tx: Reads, records: readonly Changing[], added: readonly NewReference<Changing>[]): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const inCommit = new Map(records.map((record) => [place(record.storage.id, record.clientId ?? record.key), record]));
  const wanted = new Map<string, { storageId: string; id: string }>();
  for (const { storageId, id } of added) {
    const own = inCommit.get(place(storageId, id));
    if (own?.now.live) keys.set(place(storageId, id), own.key);
    else if (!own) wanted.set(place(storageId, id), { storageId, id });
  }
  const asked = [...wanted.values()];
  const chosen = asked.filter(({ id }) => isClientId(id));
  const aliases = await tx.getAll(chosen.map(({ storageId, id }) => aliasPath(storageId, id)));
  const refs = new Map(chosen.map(({ storageId, id }, i) => [place(storageId, id), aliases[i]?.data.ref]));
  const keyed = asked.flatMap((one) => {
    const key = isRecordId(one.id) ? one.id : refs.get(place(one.storageId, one.id));
    return key === undefined ? [] : [{ ...one, key }];
  });
  const rows = await tx.getAll(
    keyed.map(({ storageId, key }) => recordPath(storageId, key)),
    ['createdAt'],
  );
  for (const [i, { storageId, id, key }] of keyed.entries()) if (rows[i]) keys.set(place(storageId, id), key);
  return keys;
}

/** An id that an app has chosen leads to no document: its key is kept as long as the record refers to it. */
function noteKeys(record: Changing, rules: StorageRules | undefined, keys: ReadonlyMap<string, string>): void {
  const { live } = record.now;
  if (!live) return;
  const fields = fieldsOf(record.now);
  const places = referencesIn(rules).flatMap(({ field, storageId }) =>
    idsIn(fields[field])
      .filter((id) => !isRecordId(id))
      .map((id) => place(storageId, id)),
  );
  const noted = places.flatMap((one) => {
    const key = keys.get(one) ?? record.before.live?.refs?.[one];
    return key === undefined ? [] : [[one, key] as const];
  });
  if (noted.length > 0) record.now = { ...record.now, live: { ...live, refs: Object.fromEntries(noted) } };
}

function place(storageId: string, id: string): string {
  return `${storageId}/${id}`;
}
