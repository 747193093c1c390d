import type { RequestErrorGroup, RequestErrors, RequestNames } from '@bedplate/contract';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { Column } from '../../components/column.ts';
import { DataTable, TimeText } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import { storageText } from './caller-text.ts';
import { useRequestErrors } from './request-queries.ts';
import { SearchedTo } from './searched-to.tsx';
import { StatusChip } from './status-chip.tsx';

type Row = RequestErrorGroup & { id: string };

/** Refused and failed calls, alike ones together, the most frequent first. */
export function ErrorGroups({ projectId, from, to }: { projectId: string; from: string; to: string }) {
  const errors = useRequestErrors(projectId, { from, to });
  return (
    <Loaded from={errors} waiting={<LoadingBlock height={320} />} failed={t('requests.loadFailed')}>
      {(found) => (
        <TableFrame endsInActions={false} footer={<SearchedTo {...found} />}>
          <DataTable label={t('requests.errors')} columns={columns(projectId, found.names)} rows={rowsOf(found)} before={0} />
          {found.groups.length === 0 && <EmptyState title={t('requests.noErrors')}>{t('requests.noErrorsAbout')}</EmptyState>}
        </TableFrame>
      )}
    </Loaded>
  );
}

/** A group stays the same row while its newest call changes. */
const rowsOf = ({ groups }: RequestErrors): Row[] =>
  groups.map((group) => ({ ...group, id: JSON.stringify([group.status, group.code, group.verb, group.route, group.storageId]) }));

function columns(projectId: string, names: RequestNames): Column<Row>[] {
  return [
    { title: t('requests.number'), role: 'detail', isFigure: true, cell: ({ calls }) => localNumber(calls) },
    { title: t('requests.status'), role: 'detail', cell: ({ status }) => <StatusChip status={status} /> },
    { title: t('requests.code'), role: 'title', cell: ({ code, refusedBy }) => (refusedBy ? t(`refusedBy.${refusedBy}`) : code) },
    {
      title: t('requests.call'),
      role: 'line',
      cell: ({ verb, route }) => (
        <Typography variant="mono" component="span">
          <OwnText>{`${t(`namedKeys.verb.${verb}`)} ${route}`}</OwnText>
        </Typography>
      ),
    },
    { title: t('requests.storage'), cell: ({ storageId }) => <OwnText>{storageText(storageId, names)}</OwnText> },
    { title: t('requests.first'), cell: ({ firstAt }) => <TimeText iso={firstAt} /> },
    { title: t('requests.last'), role: 'line', cell: ({ lastAt }) => <TimeText iso={lastAt} /> },
    {
      title: t('requests.latest'),
      role: 'action',
      cell: ({ lastId }) => (
        <Link component={RouterLink} to={paths.requests(projectId, { id: lastId })}>
          {t('requests.details')}
        </Link>
      ),
    },
  ];
}
