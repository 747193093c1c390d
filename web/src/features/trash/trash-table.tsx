import type { AccountTrash, AccountTrashEntry, ProjectTrash, TrashEntry } from '@bedplate/contract';
import Button from '@mui/material/Button';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import type { Column } from '../../components/column.ts';
import { DataTable, TimeText } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/trash.ts';

type Row = (TrashEntry | AccountTrashEntry) & { id: string };

interface TrashTableProps {
  from: UseInfiniteQueryResult<InfiniteData<ProjectTrash | AccountTrash>>;
  /** Of the one project; without it, each line names its own. */
  projectId?: string;
}

/** All that can be brought back, each with the way to where that is done. */
export function TrashTable({ from, projectId }: TrashTableProps) {
  return (
    <Loaded from={from} waiting={<LoadingBlock height={240} />} failed={t('trash.failed')}>
      {({ pages }) => {
        const rows = pages
          .flatMap(({ entries }): readonly (TrashEntry | AccountTrashEntry)[] => entries)
          .map((entry) => ({ ...entry, id: 'storageId' in entry ? entry.storageId : entry.projectId }));
        return (
          <>
            <TableFrame footer={null}>
              <DataTable label={t('menu.trash')} columns={columns(projectId)} rows={rows} before={0} />
              {rows.length === 0 && (
                <EmptyState title={t('trash.empty')}>{t(projectId === undefined ? 'trash.accountEmpty' : 'trash.emptyAbout')}</EmptyState>
              )}
            </TableFrame>
            <LoadMore from={from} failed={t('trash.failed')}>
              {t('trash.more')}
            </LoadMore>
          </>
        );
      }}
    </Loaded>
  );
}

const kinds = { project: 'trash.project', storage: 'trash.storage', records: 'trash.records' } as const;

function columns(projectId: string | undefined): Column<Row>[] {
  const ofProject: Column<Row> = {
    title: t('trash.ofProject'),
    role: 'detail',
    cell: (row) => <OwnText>{'projectName' in row ? row.projectName : ''}</OwnText>,
  };
  return [
    { title: t('trash.what'), role: 'detail', cell: ({ kind }) => t(kinds[kind]) },
    ...(projectId === undefined ? [ofProject] : []),
    {
      title: t(projectId === undefined ? 'trash.name' : 'storage.name'),
      role: 'title',
      cell: ({ name }) => (
        <strong>
          <OwnText>{name}</OwnText>
        </strong>
      ),
    },
    { title: t('trash.count'), isFigure: true, cell: (row) => (row.kind === 'records' ? countText(row) : '–') },
    { title: t('trash.since'), cell: (row) => (row.kind === 'records' ? '–' : <TimeText iso={row.since} />) },
    {
      title: t('trash.ends'),
      role: 'detail',
      cell: ({ endsAt }) => (endsAt ? <TimeText iso={endsAt} /> : t('trash.stays')),
    },
    { title: t('storage.action'), role: 'action', cell: (row) => <OpenButton projectId={projectId} row={row} /> },
  ];
}

function countText({ count, isMore }: Extract<TrashEntry, { kind: 'records' }>): string {
  return isMore ? t('trash.atLeast', { count: localNumber(count) }) : localNumber(count);
}

/** Things are brought back, and deleted for good, where they are seen whole. */
function OpenButton({ projectId, row }: { projectId: string | undefined; row: Row }) {
  const { kind, name } = row;
  return (
    <Button
      component={RouterLink}
      to={placeOf(row, projectId ?? ('projectId' in row ? row.projectId : ''))}
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={t(kind === 'records' ? 'trash.openNamed' : 'trash.archiveNamed', { name })}
    >
      {t('trash.open')}
    </Button>
  );
}

function placeOf(row: Row, projectId: string): string {
  if (row.kind === 'project') return paths.archivedProjects();
  return row.kind === 'records' ? `${paths.dataView(projectId, row.storageId)}?deleted=1` : paths.archivedStorage(projectId);
}
