import type { ArchivedStorage } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { useParams } from 'react-router-dom';
import { CopyText, IdText } from '../components/copy-text.tsx';
import { OwnText } from '../components/own-text.tsx';
import type { Column } from '../components/column.ts';
import { TimeText } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { LiveDot } from '../components/live-dot.tsx';
import { Page } from '../components/page.tsx';
import { PagedTable } from '../components/paged-table.tsx';
import { ArchiveActions } from '../features/archive/archive-actions.tsx';
import { useArchivedStorages, useLiveArchivedStorages } from '../features/archive/archive-queries.ts';
import { useAddressPage } from '../lib/use-address-page.ts';
import { t } from '../texts/index.ts';

export function ArchivedStoragePage() {
  const { id = '' } = useParams();
  const [page, setPage] = useAddressPage();
  const list = useArchivedStorages(id, page);
  const live = useLiveArchivedStorages(id);
  return (
    <Page title={t('menu.archivedStorage')} subtitle={t('archive.storagesSubtitle')} mark={<LiveDot state={live} />}>
      <PagedTable
        label={t('menu.archivedStorage')}
        columns={columns()}
        list={list}
        page={page}
        onPage={setPage}
        failed={t('archive.failed')}
        empty={<EmptyState title={t('noData')}>{t('archive.storagesEmpty')}</EmptyState>}
      />
    </Page>
  );
}

function columns(): Column<ArchivedStorage>[] {
  return [
    { title: '#', role: 'none', cell: (_, number) => number },
    {
      title: t('storage.id'),
      role: 'id',
      cell: ({ id, storageName }) => <CopyText text={id} label={t('storage.copyId', { name: storageName })} />,
      card: ({ id, storageName }) => <IdText id={id} label={t('storage.copyId', { name: storageName })} />,
    },
    {
      title: t('storage.name'),
      role: 'title',
      cell: ({ storageName }) => (
        <strong>
          <OwnText>{storageName}</OwnText>
        </strong>
      ),
    },
    {
      title: t('storage.key'),
      role: 'detail',
      cell: ({ storageKey }) => (
        <Typography variant="mono">
          <OwnText>{storageKey}</OwnText>
        </Typography>
      ),
    },
    { title: t('storage.softDelete'), cell: ({ isSoftDelete }) => t(isSoftDelete ? 'yes' : 'no') },
    { title: t('storage.dateCreated'), cell: ({ originalCreatedAt }) => <TimeText iso={originalCreatedAt} /> },
    { title: t('archive.dateArchived'), role: 'detail', cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    {
      title: t('storage.action'),
      role: 'actions',
      cell: ({ id, projectId, storageName }) => (
        <ArchiveActions
          path={`/project/${encodeURIComponent(projectId)}/archivedStorage/${encodeURIComponent(id)}`}
          name={storageName}
          recovered="message.storageRecovered"
          copied={{ storageId: id }}
        />
      ),
    },
  ];
}
