import type { BilledInvoice } from '@bedplate/contract';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Panel } from '../../components/panel.tsx';
import { localDate } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
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
                <TableCell key={column}>{t(`billing.invoice.${column}`)}</TableCell>
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

function InvoiceRow({ createdAt, number, amount, status, receiptUrl }: BilledInvoice) {
  return (
    <TableRow>
      <TableCell>{localDate(createdAt)}</TableCell>
      <TableCell>{number ?? t('billing.invoice.credits')}</TableCell>
      <TableCell>{dollars(amount / 100)}</TableCell>
      <TableCell>{status}</TableCell>
      <TableCell>
        {receiptUrl && (
          <Link href={receiptUrl} target="_blank" rel="noopener noreferrer">
            {t('billing.invoice.receipt')}
          </Link>
        )}
      </TableCell>
    </TableRow>
  );
}
