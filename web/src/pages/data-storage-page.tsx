import { type Storage } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../components/empty-state.tsx';
import { ListToolbar } from '../components/list-toolbar.tsx';
import { LiveDot } from '../components/live-dot.tsx';
import { Page } from '../components/page.tsx';
import { PagedTable } from '../components/paged-table.tsx';
import { useOwnStorages } from '../features/endpoints/endpoint-queries.ts';
import { NextCall } from '../features/playground/next-call.tsx';
import { ConfigureStorageDialog } from '../features/storages/configure-storage-dialog.tsx';
import { CreateStorageDialog } from '../features/storages/create-storage-dialog.tsx';
import { FilterButton } from '../features/storages/filter-button.tsx';
import { storageColumns } from '../features/storages/storage-columns.tsx';
import { useLiveStorages } from '../features/storages/storage-queries.ts';
import { noFilters, useStorageList } from '../features/storages/use-storage-list.ts';
import { pageNumbers } from '../lib/page-numbers.ts';
import { useMay } from '../lib/may.tsx';
import { useAddForm } from '../lib/navigation/use-add-form.ts';
import { useAddress } from '../lib/use-address.ts';
import { Writes } from '../lib/writes.tsx';
import { t } from '../texts/index.ts';

// The date pickers are as large as the page itself and few people filter.
const FilterDialog = lazy(async () => ({ default: (await import('../features/storages/filter-dialog.tsx')).FilterDialog }));

type Open = 'filter' | Storage | null;

export function DataStoragePage() {
  const { id = '' } = useParams();
  const may = useMay();
  const state = useStorageList(id);
  const live = useLiveStorages(id);
  const [open, setOpen] = useState<Open>(null);
  const { isOpen: isAdding, isFromElsewhere, setOpen: setAdding } = useAddForm(may('storages.write'));
  const { get, change } = useAddress();
  const asked = get('settings');
  const found = useOwnStorages(asked !== '').data?.find((storage) => storage.id === asked && may('storages.write'));
  /** Stays open when it leaves the list. */
  const [linked, setLinked] = useState(found);
  if (found && found !== linked) setLinked(found);
  const configured = typeof open === 'object' && open ? open : linked?.id === asked && linked;
  const close = () => {
    setOpen(null);
    if (asked) change({ settings: null });
  };
  const add = may('storages.write') && (
    <Writes>
      <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
        {t('storages.add')}
      </Button>
    </Writes>
  );
  return (
    <Page title={t('storages.title')} subtitle={t('storages.subtitle')} mark={<LiveDot state={live} />} action={add}>
      <ListToolbar filters={state.filters} searchLabel={t('storages.search')} onChange={state.change}>
        <FilterButton filters={state.filters} onClick={() => setOpen('filter')} />
      </ListToolbar>
      <PagedTable
        label={t('storages.title')}
        columns={storageColumns(may, setOpen)}
        list={state.list}
        page={state.page}
        onPage={state.setPage}
        numbers={pageNumbers}
        failed={t('storages.failed')}
        empty={
          <EmptyState
            title={t('noData')}
            action={!state.isFiltered && add}
            sample={!state.isFiltered && may('storages.write') && <NextCall projectId={id} operation="create" />}
          >
            {t(state.isFiltered ? 'storages.noneMatch' : 'storages.noneYet')}
          </EmptyState>
        }
      />
      {isAdding && (
        <CreateStorageDialog projectId={id} onListed={isFromElsewhere ? undefined : state.showAdded} onClose={() => setAdding(false)} />
      )}
      {open === 'filter' && (
        <Suspense>
          <FilterDialog
            filters={state.filters}
            onChange={state.change}
            onApply={close}
            onCancel={() => {
              state.change(noFilters);
              close();
            }}
          />
        </Suspense>
      )}
      {configured && <ConfigureStorageDialog storage={configured} onClose={close} />}
    </Page>
  );
}
