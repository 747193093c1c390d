import type { Json } from '@bedplate/contract';
import type { RecordInput } from '../model/record-input.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { userFields } from '../model/user-fields.ts';
import { inWrite } from './refusals.ts';

/**
 * @param where names the record among several, as in "[3]"
 * @returns the fields of a new app user as they are stored
 * @throws {ApiError} invalid-argument naming the record and the field
 */
export function newUserFields(storage: StorageRow, input: RecordInput, where: string): Record<string, Json> {
  try {
    return userFields(storage, { ...input, before: null });
  } catch (error) {
    throw inWrite(where, error);
  }
}
