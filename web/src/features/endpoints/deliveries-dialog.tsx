import type { Delivery, Endpoint } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { CopyText } from '../../components/copy-text.tsx';
import type { Column } from '../../components/column.ts';
import { TimeText } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';
import { useDeliver, useDeliveries, useEndpointSecret } from './endpoint-queries.ts';
import { deliveryError } from './delivery-error.ts';

const tones = { pending: 'warning', delivered: 'success', failed: 'error' } as const;

/** The deliveries to a webhook, with a test, a replay and the secret that signs them. */
export function DeliveriesDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const titleId = useId();
  const [page, setPage] = useState(1);
  const list = useDeliveries(endpoint.id, page);
  const secret = useEndpointSecret(endpoint.id);
  const deliver = useDeliver(endpoint.id);
  const toast = useToast();
  const send = (deliveryId: string | null) =>
    deliver.mutate(deliveryId, {
      onError: (error) => toast.error(messageOf(error, t('deliveries.sendFailed'), t('deliveries.sendFailed')), error),
    });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{t('deliveries.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography variant="mono" sx={{ overflowWrap: 'anywhere' }}>
          {endpoint.endpoint}
        </Typography>
        {secret.data && (
          <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', minWidth: 0 }}>
            <Typography color="textSecondary">{t('deliveries.secret')}</Typography>
            <CopyText text={secret.data} shown="••••••••" label={t('deliveries.copySecret')} />
          </Box>
        )}
        <PagedTable
          label={t('deliveries.title')}
          columns={columns(send, deliver.isPending)}
          list={list}
          page={page}
          onPage={setPage}
          failed={t('deliveries.failed')}
          empty={<EmptyState title={t('noData')}>{t('deliveries.empty')}</EmptyState>}
        />
      </DialogContent>
      <DialogActions>
        <SubmitButton type="button" variant="outlined" color="inherit" busy={deliver.isPending} onClick={() => send(null)}>
          {t('deliveries.test')}
        </SubmitButton>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function columns(send: (deliveryId: string) => void, busy: boolean): Column<Delivery>[] {
  return [
    { title: '#', role: 'none', cell: (_, number) => number },
    { title: t('deliveries.time'), role: 'detail', cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    { title: t('deliveries.event'), role: 'title', cell: ({ event }) => <Typography variant="mono">{event}</Typography> },
    {
      title: t('deliveries.state'),
      role: 'detail',
      cell: ({ state }) => (
        <Chip
          size="small"
          variant="outlined"
          color={tones[state]}
          label={t(state === 'failed' ? 'deliveries.failedState' : `deliveries.${state}`)}
        />
      ),
    },
    { title: t('deliveries.tries'), isFigure: true, cell: ({ attempts }) => attempts },
    { title: t('deliveries.answer'), role: 'line', cell: lastAnswer },
    {
      title: t('storage.action'),
      role: 'action',
      cell: ({ id }) => (
        <SubmitButton
          type="button"
          size="small"
          variant="text"
          color="inherit"
          busy={busy}
          aria-label={t('deliveries.replayNamed', { id })}
          onClick={() => send(id)}
        >
          {t('deliveries.replay')}
        </SubmitButton>
      ),
    },
  ];
}

function lastAnswer({ tries }: Delivery) {
  const last = tries.at(-1);
  if (!last) return '–';
  const error = deliveryError(last);
  return (
    <span title={error ?? last.answer}>{last.status ? `${last.status} · ${last.millis} ms` : (error ?? t('deliveries.noAnswer'))}</span>
  );
}
