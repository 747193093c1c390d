import type { StorageSchema } from '@bedplate/contract';
import type { RecordPage, StorageRef } from '../queries/record-queries.ts';
import { useSchema } from './schema-query.ts';

const nothing: StorageSchema = { fields: {}, unique: [], closed: false };

/** @returns what is declared of the page's storage, the same object for the same version; null until it is known */
export function useDeclared(storage: StorageRef, page: RecordPage | undefined): StorageSchema | null {
  const { data, isError } = useSchema(storage, page?.schema?.version ?? null);
  if (!page) return null;
  if (!page.schema || (isError && !data)) return nothing; // the server refuses what does not fit
  return data?.schema ?? null;
}
