import type { RequestLine, RequestNames } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import type { Column } from '../../components/column.ts';
import { DataTable, TimeText } from '../../components/data-table.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import { callerText, storageText } from './caller-text.ts';
import { RequestDialog } from './request-dialog.tsx';
import { StatusChip } from './status-chip.tsx';

interface RequestTableProps {
  projectId: string;
  /** Undefined while loading. */
  lines: readonly RequestLine[] | undefined;
  names: RequestNames;
  /** Below the header while there is no line. */
  empty: ReactNode;
  footer: ReactNode;
}

/** Lines of the request log, each with its details. */
export function RequestTable({ projectId, lines, names, empty, footer }: RequestTableProps) {
  const [open, setOpen] = useState<RequestLine | null>(null);
  return (
    <TableFrame footer={footer}>
      <DataTable label={t('requests.title')} columns={columns(names, setOpen)} rows={lines} before={0} />
      {lines?.length === 0 && empty}
      {open && <RequestDialog projectId={projectId} line={open} names={names} onClose={() => setOpen(null)} />}
    </TableFrame>
  );
}

function columns(names: RequestNames, onOpen: (line: RequestLine) => void): Column<RequestLine>[] {
  return [
    { title: t('requests.time'), role: 'detail', cell: ({ at }) => <TimeText iso={at} /> },
    { title: t('requests.status'), role: 'detail', cell: ({ status }) => <StatusChip status={status} /> },
    {
      title: t('requests.call'),
      role: 'title',
      cell: ({ method, route, n }) => (
        <Typography variant="mono" component="span">
          <OwnText>{`${method} ${route}${n > 1 ? ` ×${localNumber(n)}` : ''}`}</OwnText>
        </Typography>
      ),
    },
    { title: t('requests.storage'), role: 'detail', cell: ({ storageId }) => <OwnText>{storageText(storageId, names)}</OwnText> },
    { title: t('requests.caller'), cell: (line) => <OwnText>{callerText(line, names)}</OwnText> },
    { title: t('requests.took'), isFigure: true, cell: ({ ms }) => localNumber(ms) },
    { title: t('requests.cost'), isFigure: true, cell: ({ reads, writes }) => `${localNumber(reads)} / ${localNumber(writes)}` },
    {
      title: t('storage.action'),
      role: 'action',
      cell: (line) => (
        <Button
          size="small"
          color="inherit"
          sx={{ mx: -2 }}
          aria-label={t('requests.detailsOf', { id: line.id })}
          onClick={() => onOpen(line)}
        >
          {t('requests.details')}
        </Button>
      ),
    },
  ];
}
