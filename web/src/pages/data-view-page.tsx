import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { LiveDot } from '../components/live-dot.tsx';
import { Page } from '../components/page.tsx';
import { useColumnLayout } from '../features/records/columns/column-layout.ts';
import { DataView } from '../features/records/view/data-view.tsx';
import { useRecordPage } from '../features/records/queries/record-queries.ts';
import { useLiveRecords } from '../features/records/live/use-live-records.ts';
import { ViewActions } from '../features/records/view/view-actions.tsx';
import { isFiltered, useView } from '../features/records/queries/view.ts';
import { StorageGone } from '../features/storages/storage-gone.tsx';
import { useStorageEnd } from '../features/storages/storage-queries.ts';
import { isNotFound } from '../lib/api/api-error.ts';
import { useMay } from '../lib/may.tsx';
import { t } from '../texts/index.ts';

/** Only an empty storage needs it. */
const FirstRecord = lazy(async () => ({ default: (await import('../features/playground/first-record.tsx')).FirstRecord }));

export function DataViewPage() {
  const { id = '', storageId = '' } = useParams();
  const storage = { projectId: id, storageId };
  const may = useMay();
  const [view, changeView] = useView();
  const query = useRecordPage(storage, view);
  const [layout, changeLayout] = useColumnLayout(storageId);
  const { state, changed } = useLiveRecords(storage, view);
  useStorageEnd(storageId, () => void query.refetch());
  const title = (query.data?.storageName ?? t('menu.dataStorage')).toLocaleUpperCase();
  if (isNotFound(query.error))
    return (
      <Page title={title}>
        <StorageGone projectId={id} />
      </Page>
    );
  return (
    <Page
      title={title}
      mark={<LiveDot state={state} />}
      action={<ViewActions storage={storage} view={view} page={query.data} layout={layout} onLayout={changeLayout} />}
    >
      <DataView storage={storage} view={view} onView={changeView} query={query} changed={changed} layout={layout} onLayout={changeLayout} />
      {query.data?.pagination.totalCount === 0 && !isFiltered(view) && may('records.write') && (
        <Suspense>
          <FirstRecord {...storage} />
        </Suspense>
      )}
    </Page>
  );
}
