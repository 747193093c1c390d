import type { StorageSchema } from '@bedplate/contract';
import { useMay } from '../../lib/may.tsx';
import { useSchema } from '../records/schema/schema-query.ts';

/**
 * Reads what a storage takes, for those who may know.
 * @param storageId '' for none
 * @returns null while it is read, and where it is not known
 */
export function useSampleSchema(projectId: string, storageId: string): { schema: StorageSchema | null; isPending: boolean } {
  const mayRead = useMay()('storages.write') && storageId !== '';
  const { data, isPending } = useSchema({ projectId, storageId }, mayRead ? undefined : null);
  return { schema: data?.schema ?? null, isPending: mayRead && isPending };
}
