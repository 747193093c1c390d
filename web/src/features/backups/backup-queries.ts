import { storagePathOf } from '../../lib/storage-path.ts';
import type { Backup, BackupDetails, RecordJob, RestoreOrder, StartedRestore } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** Between two looks at what is under way; milliseconds. */
const interval = 700;

const pathOf = (projectId: string) => `/project/${encodeURIComponent(projectId)}`;
const below = (projectId: string, part = '') => `${pathOf(projectId)}/backups${part}`;
const keyOf = (projectId: string) => ['backups', projectId] as const;

/** A project's backups, newest first. One that is being made is worked on with each look. */
export function useBackups(projectId: string) {
  const client = useQueryClient();
  const queryKey = keyOf(projectId);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const running = client.getQueryData<Backup[]>(queryKey)?.find(isRunning);
      if (running) await api.post(below(projectId, `/${running.id}/run`), {}, { signal });
      return (await api.get<{ data: Backup[] }>(below(projectId), { signal })).data;
    },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ?? false) && interval,
    staleTime: 0,
  });
}

export function useMakeBackup(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<{ data: Backup }>(below(projectId), {}),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}

export function useBackup(projectId: string, id: string) {
  return useQuery({
    queryKey: ['backup', projectId, id],
    queryFn: ({ signal }) => api.get<{ data: BackupDetails }>(below(projectId, `/${id}`), { signal }),
    select: ({ data }) => data,
    staleTime: 0,
  });
}

/** A storage that is restored, or counted, with its job; null where there is no storage yet. */
export interface RestoreWork extends StartedRestore {
  job: RecordJob | null;
}

/** Begins a restore, or a count of what it would change. */
export function useStartRestore(projectId: string, id: string) {
  return useMutation({
    mutationFn: async (order: RestoreOrder): Promise<RestoreWork[]> => {
      const { data } = await api.post<{ data: StartedRestore[] }>(below(projectId, `/${id}/restore`), order, { timeout: 60_000 });
      return Promise.all(data.map(async (started) => ({ ...started, job: await run(projectId, started) })));
    },
  });
}

/** The works with their jobs as they are now. Each look at a running one also works on it. */
export function useRestoreWorks(projectId: string, begun: readonly RestoreWork[]): readonly RestoreWork[] {
  const client = useQueryClient();
  const queryKey = ['restores', ...begun.map(({ jobId }) => jobId)];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<readonly RestoreWork[]>(queryKey) ?? begun;
      return Promise.all(before.map(async (work) => (isUnderWay(work) ? { ...work, job: await run(projectId, work, signal) } : work)));
    },
    initialData: begun,
    enabled: begun.some(isUnderWay),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ?? false) && interval,
  });
  return data;
}

export function isUnderWay({ job }: RestoreWork): boolean {
  return job?.state === 'running';
}

async function run(projectId: string, { storageId, jobId }: StartedRestore, signal?: AbortSignal): Promise<RecordJob | null> {
  if (storageId === null || jobId === null) return null;
  const path = `${storagePathOf({ projectId, storageId })}/jobs/${encodeURIComponent(jobId)}/run`;
  return (await api.post<{ data: RecordJob }>(path, {}, signal ? { signal } : {})).data;
}

function isRunning({ state }: Backup): boolean {
  return state === 'running';
}
