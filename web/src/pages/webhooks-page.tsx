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
import { webhookColumns } from '../features/endpoints/endpoint-columns.tsx';
import { EndpointDialog } from '../features/endpoints/endpoint-dialog.tsx';
import { useEndpointList, useLiveEndpoints } from '../features/endpoints/endpoint-queries.ts';
import { pageNumbers } from '../lib/page-numbers.ts';
import { useAddForm } from '../lib/navigation/use-add-form.ts';
import { Writes } from '../lib/writes.tsx';
import { t } from '../texts/index.ts';
import '../texts/calls.ts';
import '../texts/reach.ts';

type Open = { dialog: 'configure'; endpoint: Endpoint } | { dialog: 'deliveries'; endpoint: Endpoint } | null;

/** The endpoints of a project that are webhooks. */
export function WebhooksPage() {
  const { id = '' } = useParams();
  const state = useEndpointList(id, 'webhook');
  const live = useLiveEndpoints(id);
  const [open, setOpen] = useState<Open>(null);
  const { isOpen: isAdding, setOpen: setAdding } = useAddForm();
  const close = () => {
    setOpen(null);
    if (isAdding) setAdding(false);
  };
  const columns = webhookColumns({
    onConfigure: (endpoint) => setOpen({ dialog: 'configure', endpoint }),
    onDeliveries: (endpoint) => setOpen({ dialog: 'deliveries', endpoint }),
  });
  const add = (
    <Writes>
      <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
        {t('webhooks.add')}
      </Button>
    </Writes>
  );
  return (
    <Page title={t('menu.webhooks')} subtitle={t('webhooks.subtitle')} mark={<LiveDot state={live} />} action={add}>
      <ListToolbar filters={state.filters} searchLabel={t('endpoints.search')} onChange={state.change} />
      <PagedTable
        label={t('menu.webhooks')}
        columns={columns}
        list={state.list}
        page={state.page}
        onPage={state.setPage}
        numbers={pageNumbers}
        failed={t('endpoints.failed')}
        empty={
          <EmptyState title={t('noData')} action={!state.isFiltered && add}>
            {t(state.isFiltered ? 'webhooks.noneMatch' : 'webhooks.noneYet')}
          </EmptyState>
        }
      />
      {open?.dialog === 'configure' && <EndpointDialog projectId={id} endpoint={open.endpoint} onClose={close} />}
      {isAdding && <EndpointDialog projectId={id} endpoint={null} begin={{ type: 'webhook', functionality: 'receiver' }} onClose={close} />}
      {open?.dialog === 'deliveries' && <DeliveriesDialog endpoint={open.endpoint} onClose={close} />}
    </Page>
  );
}
