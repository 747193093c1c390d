/** Firestore paths of a storage and what is below it. */
export const storagePath = (storageId: string) => `storages/${storageId}`;
export const recordsPath = (storageId: string) => `storages/${storageId}/records`;
export const trashPath = (storageId: string) => `storages/${storageId}/deleted`;
export const recordPath = (storageId: string, recordId: string) => `storages/${storageId}/records/${recordId}`;
export const deletedPath = (storageId: string, recordId: string) => `storages/${storageId}/deleted/${recordId}`;
/** Beside a user's record: what the app does not see of it. */
export const accountPath = (storageId: string, recordId: string) => `storages/${storageId}/accounts/${recordId}`;
export const privatePath = (storageId: string, recordId: string) => `storages/${storageId}/private/${recordId}`;
