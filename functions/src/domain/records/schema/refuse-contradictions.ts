import type { StorageSchema } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { Store } from '../../../store/access.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { contradictions } from './contradictions.ts';
import { referenceContradictions } from './related-storages.ts';

/** @throws {ApiError} invalid-argument with one detail for each thing that cannot be meant */
export async function refuseContradictions(store: Store, storage: StorageRow, schema: StorageSchema): Promise<void> {
  const own = contradictions(schema);
  const details = own.length > 0 ? own : await referenceContradictions(store, storage, schema);
  const [first] = details;
  if (first) throw new ApiError('invalid-argument', first.message, { details, text: first });
}
