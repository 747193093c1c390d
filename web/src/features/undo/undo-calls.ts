import type { RecordJob } from '@bedplate/contract';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** Between two looks at an undo under way; milliseconds. */
const interval = 700;

/** Whose changes are meant. */
export type UndoOf = { readonly key: string } | { readonly request: string } | { readonly job: string };

export interface UndoSample {
  id: string;
  existence: 'stays' | 'remove' | 'restore' | 'revive';
  fields: string[];
  conflicts: { field: string; reason: 'changed' | 'file' | 'password' | 'unknown' }[];
}

interface Place {
  storageId: string;
  storageName: string;
}
export type UndoPreview = Place & { records: number; isExact: boolean; samples: UndoSample[] };
export type UndoWork = Place & { job: RecordJob };

const pathOf = (projectId: string) => `/project/${encodeURIComponent(projectId)}`;

/** By storage: how many records an undo would change, and what would become of the first of them. */
export function useUndoPreview(projectId: string, of: UndoOf) {
  return useQuery({
    queryKey: ['undo', projectId, of],
    queryFn: ({ signal }) =>
      api.post<{ data: UndoPreview[] }>(`${pathOf(projectId)}/undo`, { ...of, dryRun: true }, { signal, timeout: 60_000 }),
    select: ({ data }) => data.filter(({ records }) => records > 0),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Takes changes back in these storages. @returns the jobs that do it */
export function useStartUndo(projectId: string) {
  return useMutation({
    mutationFn: async (orders: readonly (UndoOf & { storageId: string })[]) => {
      const works: UndoWork[] = [];
      for (const order of orders)
        works.push(...(await api.post<{ data: UndoWork[] }>(`${pathOf(projectId)}/undo`, order, { timeout: 60_000 })).data);
      return works;
    },
  });
}

/** The jobs as they are now. Each look at a running one also works on it. */
export function useUndoWorks(projectId: string, works: readonly UndoWork[]): RecordJob[] {
  const client = useQueryClient();
  return useQueries({
    queries: works.map(({ storageId, job }) => ({
      queryKey: ['undoJob', job.id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const path = `${pathOf(projectId)}/dataStorages/${encodeURIComponent(storageId)}/jobs/${encodeURIComponent(job.id)}/run`;
        const { data } = await api.post<{ data: RecordJob }>(path, {}, { signal });
        if (data.state !== 'running') void client.invalidateQueries({ queryKey: ['records', storageId] });
        return data;
      },
      initialData: job,
      enabled: job.state === 'running',
      refetchInterval: ({ state }: { state: { data: RecordJob | undefined } }) => state.data?.state === 'running' && interval,
    })),
  }).map(({ data }) => data);
}
