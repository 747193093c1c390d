import type { OfficeProject } from '@bedplate/contract';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { idColumn, numberColumn, OwnerLink, When } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function AllProjectsPage() {
  return (
    <Page title={t('office.projects')}>
      <OfficeTable
        path="projects"
        label={t('office.projects')}
        failed={t('office.projectsFailed')}
        fields={t('office.projectsFields')}
        columns={columns}
      />
    </Page>
  );
}

interface Tools {
  onTenant: (tenantId: string) => void;
}

function columns({ onTenant }: Tools): Column<OfficeProject>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('name'), cell: ({ name }) => <strong>{name}</strong> },
    { title: t('description'), cell: ({ description }) => description || '–' },
    { title: t('office.user'), cell: ({ user, tenantId }) => <OwnerLink user={user} tenantId={tenantId} onTenant={onTenant} /> },
    { title: t('office.created'), cell: ({ createdAt }) => <When iso={createdAt} /> },
    { title: t('office.updated'), cell: ({ updatedAt }) => <When iso={updatedAt} /> },
  ];
}
