import type { IncomingMessage } from 'node:http';
import { consoleUploadField, type DataRecord, messages } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { logActivity } from '../activity/activity-log.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { requireRoom } from '../plans/file-quota.ts';
import { recordInput } from '../records/model/record-input.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { newKey } from '../records/write/new-record.ts';
import { newUserFields } from '../records/write/new-user-fields.ts';
import { recordOf, writeRecords } from '../records/write/write-records.ts';
import { folderStorage } from './list-files.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type IncomingFile, readUpload } from './read-upload.ts';
import { fieldOfFile, keepFile, type Uploaded } from './upload-file.ts';
import { withMemoryFor } from './upload-memory.ts';

/**
 * Stores a file of the console in a new record, since each file belongs to one. File and record are written in one commit: what is
 * refused, or breaks off, makes none.
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
  const field = fieldOfFile(storage, { file, fieldName: consoleUploadField });
  const fieldsOf = (url: string) => {
    const input = recordInput({ [field]: url });
    return isUserStorage(storage) ? { ...input, fields: newUserFields(storage, input, '') } : input;
  };
  fieldsOf('the address');
  // Before any byte is stored; the commit asks again, since two uploads cannot share the last room.
  await requireRoom(records.store, storage.data.tenantId, file.content.length);
  const made = newKey(records, storage);
  return keepFile(records, storage, {
    key: made.id,
    file,
    write: async (stored, url) =>
      recordOf(
        await writeRecords(records, [{ op: 'create', storage, where: '', made, input: fieldsOf(url), file: { field, stored } }], { actor }),
      ),
  });
}
