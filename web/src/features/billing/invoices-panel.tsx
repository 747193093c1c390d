import type { BilledInvoice, InvoiceStatus } from '@bedplate/contract';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Panel } from '../../components/panel.tsx';
import { localDate } from '../../lib/time.ts';
import { type TextKey, t } from '../../texts/index.ts';
import { dollars } from './money.ts';

export function InvoicesPanel({ invoices }: { invoices: readonly BilledInvoice[] }) {
  return (
    <Panel title={t('billing.invoices')}>
      {invoices.length === 0 && <Typography color="textSecondary">{t('billing.noInvoices')}</Typography>}
      {invoices.length > 0 && (
        <Table size="small" aria-label={t('billing.invoices')}>
          <TableHead>
            <TableRow>
              {(['date', 'number', 'amount', 'status', 'receipt'] as const).map((column) => (
                <TableCell key={column} sx={column === 'number' ? { ...cell, ...onWide } : cell}>
                  {t(`billing.invoice.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} {...invoice} />
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}

const cell = { px: { xs: 2, sm: 3 }, whiteSpace: 'nowrap' } as const;
/** On a phone the number is below the date. */
const onWide = { display: { xs: 'none', sm: 'table-cell' } } as const;
const onNarrow = { display: { xs: 'block', sm: 'none' } } as const;

const statusText = {
  paid: 'billing.invoice.paid',
  open: 'billing.invoice.open',
  refunded: 'billing.invoice.refunded',
  'partly-refunded': 'billing.invoice.partlyRefunded',
} as const satisfies Record<InvoiceStatus, TextKey>;

function InvoiceRow({ createdAt, number, amount, status, receiptUrl }: BilledInvoice) {
  const name = number ?? t('billing.invoice.credits');
  return (
    <TableRow>
      <TableCell sx={cell}>
        {localDate(createdAt)}
        <Typography component="span" variant="body2" color="textSecondary" sx={onNarrow}>
          {name}
        </Typography>
      </TableCell>
      <TableCell sx={{ ...cell, ...onWide }}>{name}</TableCell>
      <TableCell sx={cell}>{dollars(amount / 100)}</TableCell>
      <TableCell sx={cell}>{t(statusText[status])}</TableCell>
      <TableCell sx={cell}>
        {receiptUrl && (
          <Link href={receiptUrl} target="_blank" rel="noopener noreferrer">
            {t(status === 'open' ? 'billing.invoice.number' : 'billing.invoice.receipt')}
          </Link>
        )}
      </TableCell>
    </TableRow>
  );
}
