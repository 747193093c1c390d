import type { StorageSchema } from '@bedplate/contract';
import { useState } from 'react';
import type { RecordPage } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { useMay } from '../../../lib/may.tsx';
import { useSchema } from './schema-query.ts';

const nothing: StorageSchema = { fields: {}, unique: [], closed: false };

/**
 * @returns what is declared of the page's storage, the same object for the same version; null until it is known. While a newer version is
 * read it is the one before, so that a form that somebody fills in, or an import, stays as it is.
 */
export function useDeclared(storage: StorageRef, page: RecordPage | undefined): StorageSchema | null {
  const may = useMay();
  const mayRead = may('storages.write');
  const { data, isError } = useSchema(storage, mayRead ? (page?.schema?.version ?? null) : null);
  const isWithout = !mayRead || !page?.schema || (isError && !data); // the server refuses what does not fit
  const present = page ? (isWithout ? nothing : (data?.schema ?? null)) : null;
  const [last, setLast] = useState({ of: storage.storageId, schema: present });
  if (present && (last.schema !== present || last.of !== storage.storageId)) setLast({ of: storage.storageId, schema: present });
  return present ?? (last.of === storage.storageId ? last.schema : null);
}
