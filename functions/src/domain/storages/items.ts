import { type DataRecord, limits } from '@bedplate/contract';
import { invalidField } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { type ActivityEntry, logActivity } from '../activity/activity-log.ts';
import { findStorage } from '../callers/find-project.ts';
import { preconditionTime } from '../records/write/preconditions.ts';
import { createRecords } from '../records/write/create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from '../records/write/change-record.ts';

interface StoragePath {
  projectId: string;
  storageId: string;
}
type ItemPath = StoragePath & { itemId: string };

/**
 * Changes one record from the console's form, which sends every value as text, or from one of its cells.
 * @throws {ApiError} conflict when the record is not as it was at `ifUpdatedAt`
 */
export async function updateItem(
  services: Services,
  caller: Caller,
  path: ItemPath,
  { data, ifUpdatedAt }: { data: unknown; ifUpdatedAt?: string | undefined },
): Promise<DataRecord> {
  const storage = await findStorage(services, caller, path.projectId, path.storageId);
  const record = await updateRecord(services.records, storage, {
    id: path.itemId,
    fields: data,
    actor: caller.uid,
    coerce: true,
    ...(ifUpdatedAt === undefined ? {} : { ifUpdatedAt: preconditionTime(ifUpdatedAt) }),
  });
  await log(services, caller, {
    projectId: path.projectId,
    activity: 'Update Storage Data',
    what: `changed the record ${path.itemId} of ${storage.data.storageName}.`,
  });
  return record;
}

export async function deleteItem(services: Services, caller: Caller, path: ItemPath, permanent: boolean): Promise<void> {
  const storage = await findStorage(services, caller, path.projectId, path.storageId);
  await deleteRecord(services.records, storage, { id: path.itemId, actor: caller.uid, permanent });
  await log(services, caller, {
    projectId: path.projectId,
    activity: 'Remove Storage Data',
    what: `deleted the record ${path.itemId} of ${storage.data.storageName}.`,
  });
}

export async function restoreItem(services: Services, caller: Caller, path: ItemPath): Promise<DataRecord> {
  const storage = await findStorage(services, caller, path.projectId, path.storageId);
  const record = await restoreRecord(services.records, storage, { id: path.itemId, actor: caller.uid });
  await log(services, caller, {
    projectId: path.projectId,
    activity: 'Restore Storage Data',
    what: `restored the record ${path.itemId} of ${storage.data.storageName}.`,
  });
  return record;
}

/** Stores what the sandbox received: an object is one record, an array is many. @throws {ApiError} invalid-argument for other JSON */
export async function insertResponseData(
  services: Services,
  caller: Caller,
  path: StoragePath,
  responseData: unknown,
): Promise<DataRecord[]> {
  const storage = await findStorage(services, caller, path.projectId, path.storageId);
  const inputs: unknown[] = Array.isArray(responseData) ? responseData : [responseData];
  if (
    inputs.length === 0 ||
    inputs.length > limits.bulkRecords ||
    inputs.some((input) => typeof input !== 'object' || input === null || Array.isArray(input))
  ) {
    throw invalidField('responseData', `responseData must be a JSON object, or an array of 1 to ${limits.bulkRecords} objects.`);
  }
  const records = await createRecords(services.records, storage, { inputs, actor: caller.uid });
  await log(services, caller, {
    projectId: path.projectId,
    activity: 'Insert Storage Data',
    what: `added ${records.length} records to ${storage.data.storageName}.`,
  });
  return records;
}

function log(
  services: Services,
  caller: Caller,
  { projectId, activity, what }: { projectId: string; activity: ActivityEntry['activity']; what: string },
): Promise<void> {
  return logActivity(services, { ...actorOf(caller), projectId, module: 'Storage Data', activity, description: `${caller.name} ${what}` });
}
