import type { Storage } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { api } from '../../lib/api/client.ts';
import { t } from '../../texts/index.ts';
import { ToStorages } from '../../components/to-storages.tsx';
import { PlaygroundForm } from './playground-form.tsx';
import type { WantedCall } from './use-playground.ts';

/** Calls of the project's own endpoints, with all methods and ready samples. */
export function Playground({ projectId, wanted }: { projectId: string; wanted: WantedCall }) {
  const storages = useQuery({
    queryKey: ['storages', projectId, 'sandbox'],
    queryFn: ({ signal }) => api.get<{ data: Storage[] }>(`/project/${encodeURIComponent(projectId)}/dataStorages/sandbox`, { signal }),
    select: (answer) => answer.data,
  });
  return (
    <Loaded
      from={storages}
      waiting={<PageSkeleton />}
      failed={t('storages.failed')}
      isEmpty={(list) => list.length === 0}
      empty={
        <EmptyState title={t('noData')} action={<ToStorages projectId={projectId} />}>
          {t('playground.noStorage')}
        </EmptyState>
      }
    >
      {(list) => <PlaygroundForm projectId={projectId} storages={list} wanted={wanted} />}
    </Loaded>
  );
}
