import type { ArchivedProject } from '@bedplate/contract';
import { CopyText, IdText } from '../components/copy-text.tsx';
import { OwnText } from '../components/own-text.tsx';
import type { Column } from '../components/column.ts';
import { TimeText, Wrapped } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { LiveDot } from '../components/live-dot.tsx';
import { Page } from '../components/page.tsx';
import { PagedTable } from '../components/paged-table.tsx';
import { ArchiveActions } from '../features/archive/archive-actions.tsx';
import { useArchivedProjects, useLiveArchivedProjects } from '../features/archive/archive-queries.ts';
import { AccountTrashLink } from '../features/trash/account-trash-link.tsx';
import { useAddressPage } from '../lib/use-address-page.ts';
import { t } from '../texts/index.ts';

export function ArchivedProjectsPage() {
  const [page, setPage] = useAddressPage();
  const list = useArchivedProjects(page);
  const live = useLiveArchivedProjects();
  return (
    <Page
      title={t('menu.archivedProjects')}
      subtitle={t('archive.projectsSubtitle')}
      mark={<LiveDot state={live} />}
      action={<AccountTrashLink />}
    >
      <PagedTable
        label={t('menu.archivedProjects')}
        columns={columns()}
        list={list}
        page={page}
        onPage={setPage}
        failed={t('archive.failed')}
        empty={<EmptyState title={t('noData')}>{t('archive.projectsEmpty')}</EmptyState>}
      />
    </Page>
  );
}

function columns(): Column<ArchivedProject>[] {
  return [
    { title: '#', role: 'none', cell: (_, number) => number },
    {
      title: t('storage.id'),
      role: 'id',
      cell: ({ id, projectName }) => <CopyText text={id} label={t('storage.copyId', { name: projectName })} />,
      card: ({ id, projectName }) => <IdText id={id} label={t('storage.copyId', { name: projectName })} />,
    },
    {
      title: t('archive.projectName'),
      role: 'title',
      cell: ({ projectName }) => (
        <strong>
          <OwnText>{projectName}</OwnText>
        </strong>
      ),
    },
    {
      title: t('description'),
      role: 'line',
      cell: ({ projectDescription }) => (projectDescription ? <Wrapped text={projectDescription} width={180} /> : '–'),
    },
    { title: t('storage.dateCreated'), role: 'detail', cell: ({ originalCreatedAt }) => <TimeText iso={originalCreatedAt} /> },
    { title: t('archive.dateArchived'), role: 'detail', cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    {
      title: t('storage.action'),
      role: 'actions',
      cell: ({ id, projectName }) => (
        <ArchiveActions
          path={`/archivedProject/${encodeURIComponent(id)}`}
          name={projectName}
          recovered="message.projectRecovered"
          copied={{ projectId: id }}
        />
      ),
    },
  ];
}
