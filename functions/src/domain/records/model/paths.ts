import { accounts, records, secrets, storages, trash } from '../../../store/collections.ts';

/** Firestore paths of a storage and what is below it, each with the type of what is there. */
export const storagePath = (storageId: string) => storages.path(storageId);
export const recordsPath = (storageId: string) => records(storageId).name;
export const trashPath = (storageId: string) => trash(storageId).name;
export const recordPath = (storageId: string, recordId: string) => records(storageId).path(recordId);
export const deletedPath = (storageId: string, recordId: string) => trash(storageId).path(recordId);
/** Beside a user's record: what the app does not see of it. */
export const accountPath = (storageId: string, recordId: string) => accounts(storageId).path(recordId);
export const privatePath = (storageId: string, recordId: string) => secrets(storageId).path(recordId);
