import { decodeFields, type Json, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { catalogueOf } from './catalogue.ts';
import { incomplete, indexRecord, type RecordIndex } from './index-record.ts';
import { indexedLeaves, leavesOf } from './leaves.ts';
import { grows } from './prepare-index.ts';
import { typedForms } from './typed-forms.ts';

/**
 * @param data of a record as it is stored @param fields the same, decoded, where they are at hand
 * @returns its index, or null when the catalogue at hand does not know all its fields
 */
export function indexWithKnownFields(storage: StorageRow, data: Stored, fields?: Record<string, Json>): RecordIndex | null {
  const catalogue = catalogueOf(storage.data);
  const decoded = fields ?? decodeFields(data);
  const leaves = leavesOf(decoded);
  if (grows(storage, catalogue, leaves.slice(0, indexedLeaves))) return null;
  const index = indexRecord(catalogue, decoded, { leaves, forms: typedForms });
  if (index.known === incomplete && !catalogue.wide) return null;
  return index;
}

type Stored = RecordDocument<Timestamp>['data'];
