import { ApiError, notFound } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { erasures, trash, unique } from '../../../store/collections.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import { stateOf } from '../history/record-state.ts';
import { accountPath } from '../model/paths.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { writeRecords } from '../write/write-records.ts';
import { erasureId } from './erased-within.ts';

export const patienceMillis = 2 * 60_000;

export interface ErasureOrder extends Actor {
  /** As apps know it; of a record that was deleted for good, its own key. */
  readonly id: string;
  /** Of a user: records of the project whose `userId` names the user go as well. */
  readonly withOwn?: boolean | undefined;
  /** In the same commit. */
  readonly alsoWrites?: readonly Write[];
}

/**
 * Removes a record for good, live or in the trash, and writes down in the same commit that it is erased: the sweep removes what else knows it.
 * @returns the id of the erasure @throws {ApiError} not-found; invalid-argument; conflict where a reference holds it
 */
export async function markErased(services: RecordServices, storage: StorageRow, order: ErasureOrder): Promise<string> {
  const { id, withOwn = false, actor, origin, alsoWrites = [] } = order;
  if (withOwn && !isUserStorage(storage)) throw new ApiError('invalid-argument', say('ownRecordsOfUsers'));
  const key = await keyOfRecord(services, storage.id, id);
  const { live, deleted } = await stateOf(services, storage, key);
  if (!live && !deleted) throw notFound('Record');
  const recordId = live?.clientId ?? deleted?.clientId ?? key;
  const noted = notesOf(services, storage, { key, recordId, withOwn });
  const writes = [...alsoWrites, ...(await identityWrites(services, storage, key)), ...noted];
  if (live || deleted?.kind === 'trash')
    await writeRecords(services, [{ op: 'delete', id: key, permanent: true, forgetsFiles: true, erases: true, storage, where: '' }], {
      actor,
      origin,
      hook: { alsoWrites: () => writes },
    });
  else await services.store.commit([...writes, trash(storage.id).update(key, { erased: true })]);
  return erasureId(storage.id, key);
}

/** One for the storage, and one for each that it was before a restore made it again: their backups hold the record too. */
function notesOf(
  { now }: RecordServices,
  { id: storageId, data: { tenantId, projectId, restoredFrom = [], schema } }: StorageRow,
  { key, recordId, withOwn }: { key: string; recordId: string; withOwn: boolean },
): Write[] {
  const [erasedAt, dueAt] = [Timestamp.fromMillis(now()), Timestamp.fromMillis(now() + patienceMillis)];
  const note = { tenantId, projectId, key, erasedAt };
  return [
    erasures.set(erasureId(storageId, key), { ...note, storageId, dueAt, recordId, withOwn, ...(schema && { hasTotals: true }) }),
    ...restoredFrom.map((id) => erasures.set(erasureId(id, key), { ...note, storageId: id, dueAt: null, recordId: null, withOwn: false })),
  ];
}

/** Accounts elsewhere that sign a user in lead to the record's key; the commit removes the document that lists them. */
export async function identityWrites(services: Pick<RecordServices, 'store'>, storage: StorageRow, key: string): Promise<Write[]> {
  if (!isUserStorage(storage)) return [];
  const account = await services.store.get(accountPath(storage.id, key));
  return Object.keys(account?.data.identities ?? {}).map((claim) => unique.remove(claim));
}
