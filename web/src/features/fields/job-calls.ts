import type { RecordJob } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api/client.ts';
import { recordsKey } from '../records/queries/record-queries.ts';
import { type StorageRef, storagePathOf } from '../../lib/storage-path.ts';
import { schemaKey } from '../records/schema/schema-query.ts';

/** Between two looks at work under way; milliseconds. */
const interval = 700;

export function jobsKey({ storageId }: StorageRef) {
  return ['jobs', storageId] as const;
}

/**
 * Running and recent work on the storage's records. Each look at a running job also works on it, so that small ones end at once.
 */
export function useJobs(storage: StorageRef) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: jobsKey(storage),
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: RecordJob[] }>(jobsPath(storage), { signal });
      const running = data.find(isRunning);
      if (!running) return data;
      const { data: job } = await api.post<{ data: RecordJob }>(`${jobsPath(storage)}/${running.id}/run`, {}, { signal });
      return data.map((other) => (other.id === job.id ? job : other));
    },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ?? false) && interval,
  });
  const ended = query.data
    ?.filter((job) => !isRunning(job))
    .map(({ id }) => id)
    .join();
  const before = useRef(ended);
  useEffect(() => {
    // A small job has ended by the first look at it.
    if (before.current !== undefined && ended !== before.current) {
      void client.invalidateQueries({ queryKey: schemaKey(storage) });
      void client.invalidateQueries({ queryKey: recordsKey(storage) });
    }
    before.current = ended;
  }, [client, storage, ended]);
  return query;
}

/** Ends work where it is, or takes its changes back. */
export function useChangeJob(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: 'cancel' | 'undo' }) =>
      api.post(`${jobsPath(storage)}/${encodeURIComponent(id)}/${act}`, {}),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey(storage) }),
  });
}

export function isRunning({ state }: RecordJob): boolean {
  return state === 'running';
}

function jobsPath(storage: StorageRef): string {
  return `${storagePathOf(storage)}/jobs`;
}
