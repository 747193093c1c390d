/** Records of a storage: everything that creates, reads, changes and deletes them. */
export { createRecords } from './create-records.ts';
export { type DataViewPage, type DataViewQuery, listForDataView } from './data-view.ts';
export { deleteRecord } from './delete-record.ts';
export { getRecord } from './get-record.ts';
export type { Actor, FileStore, RecordServices, StorageRow } from './record-services.ts';
export { restoreRecord } from './restore-record.ts';
export { putRecord, updateRecord } from './update-record.ts';
