import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { LiveDot } from '../components/live-dot.tsx';
import { Page } from '../components/page.tsx';
import { DataView } from '../features/records/view/data-view.tsx';
import { useRecordPage } from '../features/records/queries/record-queries.ts';
import { useLiveRecords } from '../features/records/live/use-live-records.ts';
import { ViewActions } from '../features/records/view/view-actions.tsx';
import { isFiltered } from '../features/records/queries/view.ts';
import { DataViewProvider, useDataView } from '../features/records/state/data-view-store.tsx';
import { useStorageEnd } from '../features/storages/storage-queries.ts';
import { isNotFound } from '../lib/api/api-error.ts';
import { useMay } from '../lib/may.tsx';
import { useGone } from '../lib/use-gone.ts';
import { t } from '../texts/index.ts';

/** Storages go seldom. */
const StorageGone = lazy(async () => ({ default: (await import('../features/storages/storage-gone.tsx')).StorageGone }));
/** Only an empty storage needs it. */
const FirstRecord = lazy(async () => ({ default: (await import('../features/start/first-record.tsx')).FirstRecord }));

export function DataViewPage() {
  const { id = '', storageId = '' } = useParams();
  return (
    <DataViewProvider storage={{ projectId: id, storageId }}>
      <StoragePage />
    </DataViewProvider>
  );
}

function StoragePage() {
  const storage = useDataView((state) => state.storage);
  const view = useDataView((state) => state.view);
  const may = useMay();
  const query = useRecordPage(storage, view);
  const live = useLiveRecords();
  useStorageEnd(storage.storageId, () => void query.refetch());
  const isGone = useGone(isNotFound(query.error), t('storage.gone'));
  const isEmpty = query.data?.pagination.totalCount === 0 && !isFiltered(view);
  const isNew = useWasEver(isEmpty, storage.storageId);
  const title = (query.data?.storageName ?? t('menu.dataStorage')).toLocaleUpperCase();
  if (isGone)
    return (
      <Page title={title}>
        <Suspense>
          <StorageGone projectId={storage.projectId} />
        </Suspense>
      </Page>
    );
  return (
    <Page title={title} mark={<LiveDot state={live} />} action={<ViewActions page={query.data} />}>
      <DataView query={query} />
      {isNew && may('records.write') && (
        <Suspense>
          <FirstRecord key={storage.storageId} {...storage} isEmpty={isEmpty} />
        </Suspense>
      )}
    </Page>
  );
}

/** Whether it was true since the storage was opened. */
function useWasEver(isTrue: boolean, storageId: string): boolean {
  const [seen, setSeen] = useState('');
  if (isTrue && seen !== storageId) setSeen(storageId);
  return isTrue || seen === storageId;
}
