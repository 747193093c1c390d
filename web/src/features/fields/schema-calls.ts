import type { FieldUse, ProposedField, SchemaAnswer, SchemaChange, SchemaCheckPage, SchemaRepair, StorageSchema } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { recordsKey } from '../records/queries/record-queries.ts';
import { type StorageRef, storagePathOf } from '../../lib/storage-path.ts';
import { schemaKey } from '../records/schema/schema-query.ts';
import { type Counted, withPart } from './counted-faults.ts';
import { jobsKey } from './job-calls.ts';

/** A check counts over all records, and a stricter schema is told to every instance; milliseconds. */
const patience = 90_000;

/** @throws {ApiError} conflict when somebody else has changed the schema since `version` */
async function saveSchema(storage: StorageRef, change: SchemaChange): Promise<SchemaAnswer> {
  return (await api.put<{ data: SchemaAnswer }>(`${storagePathOf(storage)}/schema`, change, { timeout: patience })).data;
}

export function useSaveSchema(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SchemaChange) => saveSchema(storage, change),
    onSuccess(answer) {
      client.setQueryData([...schemaKey(storage), 'present'], { data: answer });
      return Promise.all([
        client.invalidateQueries({ queryKey: schemaKey(storage) }),
        client.invalidateQueries({ queryKey: recordsKey(storage) }),
        client.invalidateQueries({ queryKey: jobsKey(storage) }), // a save may begin some
      ]);
    },
    // Somebody else's version is what the next try builds upon.
    onError: () => client.refetchQueries({ queryKey: [...schemaKey(storage), 'present'] }),
  });
}

/** Rules, views and the like that name a field. They are looked up each time: other pages change them. */
export function useFieldUses(storage: StorageRef, field: string) {
  return useQuery({
    queryKey: [...schemaKey(storage), 'uses', field],
    queryFn: ({ signal }) => api.get<{ data: FieldUse[] }>(`${storagePathOf(storage)}/schema/uses`, { query: { field }, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The fields that the stored records have, as they could be declared. */
export function useProposal(storage: StorageRef) {
  return useQuery({
    queryKey: [...schemaKey(storage), 'proposal'],
    queryFn: ({ signal }) => api.get<{ data: ProposedField[] }>(`${storagePathOf(storage)}/schema/proposal`, { signal, timeout: patience }),
    select: (answer) => answer.data,
  });
}

/**
 * The rules of a schema that stored records break, part by part, so that the first are shown while others are counted.
 * @param version of the schema, 0 for none
 */
export function useSchemaCheck(storage: StorageRef, { version, schema }: Pick<SchemaAnswer, 'version' | 'schema'>, enabled: boolean) {
  const client = useQueryClient();
  const queryKey = [...schemaKey(storage), 'check', version];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => check(storage, schema, { signal, onPart: (counted) => client.setQueryData(queryKey, counted) }),
    enabled: enabled && version > 0,
  });
}

async function check(
  storage: StorageRef,
  schema: StorageSchema,
  { signal, onPart }: { signal: AbortSignal; onPart: (counted: Counted) => void },
): Promise<Counted> {
  const path = `${storagePathOf(storage)}/schema/check`;
  let counted: Counted = { faults: [], seen: 0, isDone: false };
  let after: string | null = null;
  do {
    const part: SchemaCheckPage = await api.post(path, { schema, after }, { signal, timeout: patience });
    counted = withPart(counted, part);
    after = part.next;
    onPart(counted);
  } while (after !== null);
  return counted;
}

/** Begins to repair all records that break a rule of a field. */
export function useRepair(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (repair: SchemaRepair) => api.post<{ data: { jobId: string } }>(`${storagePathOf(storage)}/schema/repairs`, repair),
    onSuccess: () => client.invalidateQueries({ queryKey: jobsKey(storage) }),
  });
}
