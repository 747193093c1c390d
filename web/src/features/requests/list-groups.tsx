import type { RequestListGroup, RequestNames } from '@bedplate/contract';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import { storageText } from './caller-text.ts';
import { asksText, planText } from './list-words.ts';
import { useRequestLists } from './request-queries.ts';
import { SearchedTo } from './searched-to.tsx';

type Row = RequestListGroup & { id: string };

/** Lists that read much or take long, with what would help. */
export function ListGroups({ projectId, from, to }: { projectId: string; from: string; to: string }) {
  const lists = useRequestLists(projectId, { from, to });
  return (
    <Loaded from={lists} waiting={<LoadingBlock height={320} />} failed={t('requests.loadFailed')}>
      {(found) => (
        <TableFrame endsInActions={false} footer={<SearchedTo {...found} />}>
          <DataTable
            label={t('requests.lists')}
            columns={columns(projectId, found.names)}
            rows={found.groups.map((group) => ({ ...group, id: JSON.stringify([group.storageId, group.asks, group.plan]) }))}
            before={0}
          />
          {found.groups.length === 0 && <EmptyState title={t('requests.noLists')}>{t('requests.noListsAbout')}</EmptyState>}
        </TableFrame>
      )}
    </Loaded>
  );
}

function columns(projectId: string, names: RequestNames): Column<Row>[] {
  return [
    { title: t('requests.storage'), role: 'title', cell: ({ storageId }) => <OwnText>{storageText(storageId, names)}</OwnText> },
    { title: t('requests.asks'), role: 'line', cell: ({ asks }) => <OwnText>{asksText(asks)}</OwnText> },
    { title: t('requests.plan'), cell: ({ plan }) => <OwnText>{planText(plan)}</OwnText> },
    { title: t('requests.number'), role: 'detail', isFigure: true, cell: ({ calls }) => localNumber(calls) },
    { title: t('requests.msOf'), role: 'detail', isFigure: true, cell: ({ ms }) => `${localNumber(ms.p50)} / ${localNumber(ms.p95)}` },
    {
      title: t('requests.readsOf'),
      isFigure: true,
      cell: ({ reads }) => [reads.p50, reads.p95, reads.total].map((n) => localNumber(n)).join(' / '),
    },
    { title: t('requests.advice'), role: 'line', cell: ({ advice }) => <OwnText>{t(`advice.${advice}`)}</OwnText> },
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
