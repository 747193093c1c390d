import type { TrashEntry } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { type Column, DataTable, TimeText } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { OwnText } from '../components/own-text.tsx';
import { Page } from '../components/page.tsx';
import { TableFrame } from '../components/table-frame.tsx';
import { useProjectTrash } from '../features/trash/trash-query.ts';
import { localNumber } from '../lib/local-number.ts';
import { paths } from '../lib/navigation/paths.ts';
import { t } from '../texts/index.ts';
import '../texts/trash.ts';

type Row = TrashEntry & { id: string };

/** All that can be brought back in a project: archived storages, and deleted records by their storage. */
export function TrashPage() {
  const { id = '' } = useParams();
  const trash = useProjectTrash(id);
  return (
    <Page title={t('menu.trash')} subtitle={t('trash.subtitle')}>
      <Loaded from={trash} waiting={<LoadingBlock height={240} />} failed={t('trash.failed')}>
        {({ pages }) => {
          const rows = pages.flatMap(({ entries }) => entries).map((entry) => ({ ...entry, id: entry.storageId }));
          return (
            <>
              <TableFrame footer={null}>
                <DataTable label={t('menu.trash')} columns={columns(id)} rows={rows} before={0} />
                {rows.length === 0 && <EmptyState title={t('trash.empty')}>{t('trash.emptyAbout')}</EmptyState>}
              </TableFrame>
              <LoadMore from={trash} failed={t('trash.failed')}>
                {t('trash.more')}
              </LoadMore>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function columns(projectId: string): Column<Row>[] {
  return [
    { title: t('trash.what'), cell: ({ kind }) => t(kind === 'storage' ? 'trash.storage' : 'trash.records') },
    {
      title: t('storage.name'),
      cell: ({ name }) => (
        <strong>
          <OwnText>{name}</OwnText>
        </strong>
      ),
    },
    { title: t('trash.count'), cell: (row) => (row.kind === 'records' ? countText(row) : '–') },
    { title: t('trash.since'), cell: (row) => (row.kind === 'storage' ? <TimeText iso={row.since} /> : '–') },
    {
      title: t('trash.ends'),
      cell: ({ endsAt }) => (endsAt ? <TimeText iso={endsAt} /> : t('trash.stays')),
    },
    { title: t('storage.action'), cell: (row) => <OpenButton projectId={projectId} row={row} /> },
  ];
}

function countText({ count, isMore }: Extract<TrashEntry, { kind: 'records' }>): string {
  return isMore ? t('trash.atLeast', { count: localNumber(count) }) : localNumber(count);
}

/** Things are brought back, and deleted for good, where they are seen whole. */
function OpenButton({ projectId, row: { kind, storageId, name } }: { projectId: string; row: Row }) {
  const isRecords = kind === 'records';
  return (
    <Button
      component={RouterLink}
      to={isRecords ? `${paths.dataView(projectId, storageId)}?deleted=1` : paths.archivedStorage(projectId)}
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={t(isRecords ? 'trash.openNamed' : 'trash.archiveNamed', { name })}
    >
      {t('trash.open')}
    </Button>
  );
}
