import { type Endpoint } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../components/empty-state.tsx';
import { ListToolbar } from '../components/list-toolbar.tsx';
import { LiveDot } from '../components/live-dot.tsx';
import { Page } from '../components/page.tsx';
import { PagedTable } from '../components/paged-table.tsx';
import { DeliveriesDialog } from '../features/endpoints/deliveries-dialog.tsx';
import { ToStorages } from '../components/to-storages.tsx';
import { endpointColumns } from '../features/endpoints/endpoint-columns.tsx';
import { StorageCalls } from '../features/playground/storage-calls.tsx';
import { EndpointDialog } from '../features/endpoints/endpoint-dialog.tsx';
import { useLiveEndpoints } from '../features/endpoints/endpoint-queries.ts';
import { useEndpointList } from '../features/endpoints/endpoint-queries.ts';
import { pageNumbers } from '../lib/page-numbers.ts';
import { useMay } from '../lib/may.tsx';
import { Writes } from '../lib/writes.tsx';
import { t } from '../texts/index.ts';
import '../texts/calls.ts';

type Open = { dialog: 'configure'; endpoint: Endpoint | null } | { dialog: 'deliveries'; endpoint: Endpoint } | null;

export function EndpointsPage() {
  const { id = '' } = useParams();
  const may = useMay();
  const state = useEndpointList(id);
  const live = useLiveEndpoints(id);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns = endpointColumns(may, {
    onConfigure: (endpoint) => setOpen({ dialog: 'configure', endpoint }),
    onDeliveries: (endpoint) => setOpen({ dialog: 'deliveries', endpoint }),
  });
  const add = may('endpoints.write') && (
    <Writes>
      <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ dialog: 'configure', endpoint: null })}>
        {t('endpoints.add')}
      </Button>
    </Writes>
  );
  return (
    <Page title={t('endpoints.title')} subtitle={t('endpoints.subtitle')} mark={<LiveDot state={live} />} action={add}>
      <ListToolbar filters={state.filters} searchLabel={t('endpoints.search')} onChange={state.change} />
      {may('storages.read') && <StorageCalls projectId={id} search={state.settled.search} />}
      <PagedTable
        label={t('endpoints.title')}
        columns={columns}
        list={state.list}
        page={state.page}
        onPage={state.setPage}
        numbers={pageNumbers}
        failed={t('endpoints.failed')}
        empty={
          <EmptyState title={t('noData')} action={!state.isFiltered && <ToStorages projectId={id} />}>
            {t(state.isFiltered ? 'endpoints.noneMatch' : 'endpoints.noneYet')}
          </EmptyState>
        }
      />
      {open?.dialog === 'configure' && <EndpointDialog projectId={id} endpoint={open.endpoint} onClose={close} />}
      {open?.dialog === 'deliveries' && <DeliveriesDialog endpoint={open.endpoint} onClose={close} />}
    </Page>
  );
}
