import type { AccountTrash, AccountTrashEntry, ProjectTrash, TrashEntry } from '@bedplate/contract';
import Box from '@mui/material/Box';
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
import { DeleteForGoodButton } from '../archive/delete-for-good-button.tsx';
import { RecoverButton } from '../archive/recover-button.tsx';
import { RecordsActions } from './records-actions.tsx';

type Row = (TrashEntry | AccountTrashEntry) & { id: string };

interface TrashTableProps {
  from: UseInfiniteQueryResult<InfiniteData<ProjectTrash | AccountTrash>>;
  /** Of the one project; without it, each line names its own. */
  projectId?: string;
}

/** All that can be brought back or deleted for good, each in its line. */
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
    { title: t('storage.action'), role: 'actions', cell: (row) => <Actions projectId={projectId ?? projectOf(row)} row={row} /> },
  ];
}

function countText({ count, isMore }: Extract<TrashEntry, { kind: 'records' }>): string {
  return isMore ? t('trash.atLeast', { count: localNumber(count) }) : localNumber(count);
}

function projectOf(row: Row): string {
  return 'projectId' in row ? row.projectId : '';
}

interface InPlace {
  projectId: string;
  row: Row;
}

/** Brings the thing back or deletes it for good, and leads to where it is seen whole. */
function Actions({ projectId, row }: InPlace) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {row.kind === 'records' ? (
        <RecordsActions storage={{ projectId, storageId: row.storageId, name: row.name }} count={countText(row)} />
      ) : (
        <>
          <RecoverButton
            path={archivePathOf(row, projectId)}
            name={row.name}
            recovered={row.kind === 'project' ? 'message.projectRecovered' : 'message.storageRecovered'}
          />
          <DeleteForGoodButton path={archivePathOf(row, projectId)} name={row.name} />
        </>
      )}
      <OpenButton projectId={projectId} row={row} />
    </Box>
  );
}

function archivePathOf(row: Exclude<Row, { kind: 'records' }>, projectId: string): string {
  if (row.kind === 'project') return `/archivedProject/${encodeURIComponent(projectId)}`;
  return `/project/${encodeURIComponent(projectId)}/archivedStorage/${encodeURIComponent(row.storageId)}`;
}

function OpenButton({ projectId, row }: InPlace) {
  const { kind, name } = row;
  return (
    <Button
      component={RouterLink}
      to={placeOf(row, projectId)}
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
