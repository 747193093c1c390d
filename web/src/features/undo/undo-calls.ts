import { storagePathOf } from '../../lib/storage-path.ts';
import type { RecordJob, UndoPreview as Preview } from '@bedplate/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** Between two looks at an undo under way; milliseconds. */
const interval = 700;

/** Kinds of authors whose changes can be asked for by their ids. */
export const undoAuthors = ['member', 'key', 'user', 'import', 'request'] as const;

/** Changes of a span of time, by everybody or by one author, in a storage or in all. */
export type UndoSpan = Partial<Readonly<Record<(typeof undoAuthors)[number] | 'storageId' | 'from' | 'until', string>>>;

/** Which changes are meant: those of somebody, or all since a moment, of everything or of one record. */
export type UndoOf =
  | { readonly key: string }
  | { readonly request: string }
  | { readonly job: string }
  | { readonly activity: string }
  | { readonly storageId: string; readonly record: string; readonly field?: string; readonly from: string }
  | UndoSpan;

interface Place {
  storageId: string;
  storageName: string;
}
export type UndoPreview = Place & Preview;
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

/** Begins the keys of the histories of a storage's records. */
export const historyKey = (storageId: string) => ['recordHistory', storageId] as const;

/** Takes changes back. @returns the storages that hold them, with the job that does it */
export function useStartUndo(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (of: UndoOf) => (await api.post<{ data: UndoWork[] }>(`${pathOf(projectId)}/undo`, of, { timeout: 60_000 })).data,
    onSuccess: (works) => Promise.all(works.map(({ storageId }) => lookAgain(client, storageId))),
  });
}

/** At the records of a storage and their histories, which an undo has changed. */
function lookAgain(client: QueryClient, storageId: string): Promise<unknown> {
  return Promise.all([['records', storageId], historyKey(storageId)].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The job of these storages as it is now. Each look at it while it runs also works on it. */
export function useUndoWork(projectId: string, works: readonly UndoWork[]): RecordJob | undefined {
  const client = useQueryClient();
  const begun = works[0]?.job;
  const { data } = useQuery({
    queryKey: ['undoJob', begun?.id],
    queryFn: async ({ signal }) => {
      const place = storagePathOf({ projectId, storageId: works[0]?.storageId ?? '' });
      const path = `${place}/jobs/${encodeURIComponent(begun?.id ?? '')}/run`;
      const { data: job } = await api.post<{ data: RecordJob }>(path, {}, { signal });
      if (!isRunning(job)) for (const { storageId } of works) void lookAgain(client, storageId);
      return job;
    },
    initialData: begun,
    enabled: begun !== undefined && isRunning(begun),
    refetchInterval: ({ state }) => state.data !== undefined && isRunning(state.data) && interval,
  });
  return data;
}

const isRunning = ({ state }: RecordJob) => state === 'running';
