import type { RecordJob, RefusalReason } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** Between two looks at an undo under way; milliseconds. */
const interval = 700;

/** Whose changes are meant. */
export type UndoOf = { readonly key: string } | { readonly request: string } | { readonly job: string } | { readonly activity: string };

export interface UndoSample {
  id: string;
  existence: 'stays' | 'remove' | 'restore' | 'revive' | 'bury';
  fields: string[];
  conflicts: ({ field: string; reason: 'changed' | 'file' | 'password' | 'unknown' | 'trash' | 'refused' } & Partial<RefusalReason>)[];
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
  const queryKey = ['undoJobs', ...works.map(({ job }) => job.id)];
  const begun = works.map(({ job }) => job);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const before = client.getQueryData<RecordJob[]>(queryKey) ?? begun;
      return Promise.all(before.map((job, i) => (isRunning(job) ? run(job, works[i]?.storageId ?? '', signal) : job)));
    },
    initialData: begun,
    enabled: begun.some(isRunning),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ?? false) && interval,
  });
  return data;

  async function run({ id }: RecordJob, storageId: string, signal: AbortSignal): Promise<RecordJob> {
    const path = `${pathOf(projectId)}/dataStorages/${encodeURIComponent(storageId)}/jobs/${encodeURIComponent(id)}/run`;
    const { data: job } = await api.post<{ data: RecordJob }>(path, {}, { signal });
    if (!isRunning(job)) void client.invalidateQueries({ queryKey: ['records', storageId] });
    return job;
  }
}

const isRunning = ({ state }: RecordJob) => state === 'running';
