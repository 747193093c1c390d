import type { StorageSchema } from '@bedplate/contract';
import type { RecordPage, StorageRef } from '../queries/record-queries.ts';
import { useMay } from '../../../lib/may.tsx';
import { useSchema } from './schema-query.ts';

const nothing: StorageSchema = { fields: {}, unique: [], closed: false };

/** @returns what is declared of the page's storage, the same object for the same version; null until it is known */
export function useDeclared(storage: StorageRef, page: RecordPage | undefined): StorageSchema | null {
  const may = useMay();
  const mayRead = may('storages.write');
  const { data, isError } = useSchema(storage, mayRead ? (page?.schema?.version ?? null) : null);
  if (!page) return null;
  if (!mayRead || !page.schema || (isError && !data)) return nothing; // the server refuses what does not fit
  return data?.schema ?? null;
}
