import type { IncomingMessage } from 'node:http';
import { consoleUploadField, type DataRecord, messages } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { logActivity } from '../activity/activity-log.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { createRecords } from '../records/write/create-records.ts';
import { deleteRecord } from '../records/write/change-record.ts';
import { folderStorage } from './list-files.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type IncomingFile, readUpload } from './read-upload.ts';
import { storeFile, type Uploaded } from './upload-file.ts';
import { withMemoryFor } from './upload-memory.ts';

/**
 * Stores a file of the console in a new record, since each file belongs to one. The record is made when the file is there: what is
 * refused, or breaks off, makes none. After a later failure no record is left.
 * @throws {ApiError} as uploadFile
 */
export async function uploadNewFile(
  services: Services,
  {
    caller,
    params: { projectId, storageKey },
    req,
  }: { caller: Caller; params: { projectId: string; storageKey: string }; req: IncomingMessage },
): Promise<{ message: string; data: DataRecord }> {
  await findProject(services, caller, projectId);
  const { id } = await folderStorage(services, projectId, storageKey);
  const storage = await findStorage(services, { caller, projectId, storageId: id });
  const { data, name } = await withMemoryFor(req, async () => inNewRecord(services, { caller, storage, file: await readUpload(req) }));
  await logActivity(services, {
    ...actorOf(caller),
    projectId,
    module: 'Storage Data',
    activity: 'Insert Storage Data',
    kind: 'fileUploaded',
    values: { who: caller.name, file: name, name: storage.data.storageName },
  });
  return { message: messages.fileUploaded, data };
}

async function inNewRecord(
  { records }: Services,
  { caller: { uid: actor }, storage, file }: { caller: Caller; storage: StorageRow; file: IncomingFile },
): Promise<Uploaded> {
  const [record] = await createRecords(records, storage, { inputs: [{}], actor });
  if (!record) throw new Error('A new record is missing from the answer.');
  try {
    return await storeFile(records, storage, { recordId: record.id, file, actor, fieldName: consoleUploadField });
  } catch (error) {
    await deleteRecord(records, storage, { id: record.id, actor, permanent: true });
    throw error;
  }
}
