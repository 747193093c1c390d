import type { IncomingMessage } from 'node:http';
import { type DataRecord, messages } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { actorOf } from '../callers/member-of.ts';
import type { Caller } from '../callers/caller.ts';
import { logActivity } from '../activity/activity-log.ts';
import { findStorage } from '../callers/find-project.ts';
import { uploadFile } from './upload-file.ts';

interface ItemUpload {
  caller: Caller;
  path: { projectId: string; storageId: string; itemId: string };
  fieldName: string;
  req: IncomingMessage;
}

/** Stores a file that was chosen in a record's form, in place of the one that its field had. @throws {ApiError} as uploadFile */
export async function uploadItemFile(
  services: Services,
  { caller, path, fieldName, req }: ItemUpload,
): Promise<{ message: string; data: DataRecord }> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const { data, name } = await uploadFile(services.records, storage, { recordId: path.itemId, req, actor: caller.uid, fieldName });
  await logActivity(services, {
    ...actorOf(caller),
    projectId: path.projectId,
    module: 'Storage Data',
    activity: 'Update Storage Data',
    kind: 'fileUploaded',
    values: { who: caller.name, file: name, name: storage.data.storageName },
  });
  return { message: messages.fileUploaded, data };
}
