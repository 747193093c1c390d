import type { BilledInvoice, InvoiceStatus } from '@bedplate/contract';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { dayText } from '../../lib/time/days.ts';
import { type TextKey, t } from '../../texts/index.ts';
import { dollars } from './money.ts';

export function InvoicesPanel({ invoices }: { invoices: readonly BilledInvoice[] }) {
  return (
    <Panel title={t('billing.invoices')}>
      {invoices.length === 0 && <Typography color="textSecondary">{t('billing.noInvoices')}</Typography>}
      {invoices.length > 0 && <DataTable label={t('billing.invoices')} columns={columns()} rows={invoices} before={0} />}
    </Panel>
  );
}

const statusText = {
  paid: 'billing.invoice.paid',
  open: 'billing.invoice.open',
  refunded: 'billing.invoice.refunded',
  'partly-refunded': 'billing.invoice.partlyRefunded',
} as const satisfies Record<InvoiceStatus, TextKey>;

function columns(): Column<BilledInvoice>[] {
  return [
    { title: t('billing.invoice.date'), role: 'title', cell: ({ createdAt }) => dayText(createdAt) },
    { title: t('billing.invoice.number'), role: 'line', cell: ({ number }) => number ?? t('billing.invoice.credits') },
    { title: t('billing.invoice.amount'), role: 'detail', isFigure: true, cell: ({ amount }) => dollars(amount / 100) },
    { title: t('billing.invoice.status'), role: 'detail', cell: ({ status }) => t(statusText[status]) },
    {
      title: t('billing.invoice.receipt'),
      role: 'action',
      cell: ({ receiptUrl, status }) =>
        receiptUrl && (
          <Link href={receiptUrl} target="_blank" rel="noopener noreferrer">
            {t(status === 'open' ? 'billing.invoice.number' : 'billing.invoice.receipt')}
          </Link>
        ),
    },
  ];
}
