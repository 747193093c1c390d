/** Firestore paths of a storage and what is below it. */
export const storagePath = (storageId: string) => `storages/${storageId}`;
export const recordsPath = (storageId: string) => `storages/${storageId}/records`;
export const trashPath = (storageId: string) => `storages/${storageId}/deleted`;
export const recordPath = (storageId: string, recordId: string) => `storages/${storageId}/records/${recordId}`;
export const deletedPath = (storageId: string, recordId: string) => `storages/${storageId}/deleted/${recordId}`;
export const privatePath = (storageId: string, recordId: string) => `storages/${storageId}/private/${recordId}`;
