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
import { uploadFile } from './upload-file.ts';

/** Stores a file of the console in a new record, since each file belongs to one. After a failure no record is left. @throws {ApiError} as uploadFile */
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
  const [record] = await createRecords(services.records, storage, { inputs: [{}], actor: caller.uid });
  if (!record) throw new Error('A new record is missing from the answer.');
  try {
    const { data, name } = await uploadFile(services.records, storage, {
      recordId: record.id,
      req,
      actor: caller.uid,
      fieldName: consoleUploadField,
    });
    await logActivity(services, {
      ...actorOf(caller),
      projectId,
      module: 'Storage Data',
      activity: 'Insert Storage Data',
      kind: 'fileUploaded',
      values: { who: caller.name, file: name, name: storage.data.storageName },
    });
    return { message: messages.fileUploaded, data };
  } catch (error) {
    await deleteRecord(services.records, storage, { id: record.id, actor: caller.uid, permanent: true });
    throw error;
  }
}
