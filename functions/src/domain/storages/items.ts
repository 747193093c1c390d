import { type DataRecord, type FieldProblem, limits } from '@bedplate/contract';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { type ActivityEntry, logActivity } from '../activity/activity-log.ts';
import { findStorage } from '../callers/find-project.ts';
import { plainNumbers } from '../records/model/plain-numbers.ts';
import type { Actor, StorageRow } from '../records/model/storage-row.ts';
import { preconditionTime } from '../records/write/preconditions.ts';
import { inHistory } from './in-history.ts';
import { createRecords } from '../records/write/create-records.ts';
import { deleteRecord, putRecord, restoreRecord } from '../records/write/change-record.ts';

interface StoragePath {
  projectId: string;
  storageId: string;
}
type ItemPath = StoragePath & { itemId: string };

/** A record as it is stored now, with the faults that its storage warns of. */
interface Stored {
  data: DataRecord;
  warnings?: readonly FieldProblem[];
}

/** Stores one record from the console's form, whose values have their types. */
export async function addItem(
  services: Services,
  { caller, path, data }: { caller: Caller; path: StoragePath; data: unknown },
): Promise<Stored> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const made = services.makeId();
  const warnings: FieldProblem[] = [];
  const [record] = await createRecords(services.records, storage, {
    inputs: [readable(storage, data)],
    ...authorOf(caller, made),
    warnings,
  });
  if (!record) throw new Error('One input makes one record.');
  await log(services, { caller, storage, made }, { activity: 'Insert Storage Data', kind: 'recordsAdded', values: { count: 1 } });
  return { data: record, ...(warnings.length > 0 && { warnings }) };
}

/**
 * Changes one record from the console's form, which sends values as texts but for those that it names, or from one of its cells.
 * @throws {ApiError} conflict when the record is not as it was at `ifUpdatedAt`
 */
export async function updateItem(
  services: Services,
  {
    caller,
    path,
    body: { data, ifUpdatedAt, typed = [] },
  }: { caller: Caller; path: ItemPath; body: { data: unknown; ifUpdatedAt?: string | undefined; typed?: string[] | undefined } },
): Promise<Stored> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const made = services.makeId();
  const { record, warnings } = await putRecord(services.records, storage, {
    id: path.itemId,
    fields: readable(storage, data),
    ...authorOf(caller, made),
    form: { typed },
    ...(ifUpdatedAt === undefined ? {} : { ifUpdatedAt: preconditionTime(ifUpdatedAt) }),
  });
  await log(services, { caller, storage, made }, { activity: 'Update Storage Data', kind: 'recordChanged', values: { id: path.itemId } });
  return { data: record, ...(warnings && { warnings }) };
}

export async function deleteItem(
  services: Services,
  { caller, path, permanent }: { caller: Caller; path: ItemPath; permanent: boolean },
): Promise<void> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const made = services.makeId();
  await deleteRecord(services.records, storage, { id: path.itemId, ...authorOf(caller, made), permanent });
  await log(services, { caller, storage, made }, { activity: 'Remove Storage Data', kind: 'recordDeleted', values: { id: path.itemId } });
}

export async function restoreItem(services: Services, caller: Caller, path: ItemPath): Promise<DataRecord> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const made = services.makeId();
  const record = await restoreRecord(services.records, storage, { id: path.itemId, ...authorOf(caller, made) });
  await log(services, { caller, storage, made }, { activity: 'Restore Storage Data', kind: 'recordRestored', values: { id: path.itemId } });
  return record;
}

/** Stores what the sandbox received: an object is one record, an array is many. @throws {ApiError} invalid-argument for other JSON */
export async function insertResponseData(
  services: Services,
  { caller, path, responseData }: { caller: Caller; path: StoragePath; responseData: unknown },
): Promise<DataRecord[]> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const made = services.makeId();
  const inputs: unknown[] = Array.isArray(responseData) ? responseData : [responseData];
  if (
    inputs.length === 0 ||
    inputs.length > limits.bulkRecords ||
    inputs.some((input) => typeof input !== 'object' || input === null || Array.isArray(input))
  ) {
    throw invalidField('responseData', say('responseShape', { max: limits.bulkRecords }));
  }
  const records = await createRecords(services.records, storage, {
    inputs: inputs.map((input) => readable(storage, input)),
    ...authorOf(caller, made),
  });
  await log(
    services,
    { caller, storage, made },
    { activity: 'Insert Storage Data', kind: 'recordsAdded', values: { count: records.length } },
  );
  return records;
}

/** Digits that no number holds are for a schema to read. @throws {ApiError} invalid-argument that names the field, where there is none */
function readable({ data }: StorageRow, given: unknown): unknown {
  return data.schema ? given : plainNumbers(given);
}

type Made = ReturnType<Services['makeId']>;

/** The history names the row of the activity log that reports the change. */
function authorOf({ uid }: Caller, { id }: Made): Actor {
  return { actor: uid, origin: { activityId: id } };
}

function log(
  services: Services,
  { caller, storage, made }: { caller: Caller; storage: StorageRow; made: Made },
  { values, ...entry }: Pick<ActivityEntry, 'activity' | 'kind' | 'values'>,
): Promise<void> {
  const { projectId, storageName } = storage.data;
  const row = {
    ...actorOf(caller),
    ...entry,
    projectId,
    module: 'Storage Data',
    ...inHistory(storage),
    values: { who: caller.name, name: storageName, ...values },
  } as const;
  return logActivity(services, row, made);
}
