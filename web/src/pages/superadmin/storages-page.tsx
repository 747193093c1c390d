import type { OfficeArchivedStorage, OfficeStorage } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { idColumn, numberColumn, OwnerLink, When } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function AllStoragesPage() {
  return (
    <Page title={t('office.storages')}>
      <OfficeTable
        path="storages"
        label={t('office.storages')}
        failed={t('office.storagesFailed')}
        fields={t('office.storagesFields')}
        columns={columns}
      />
      <Typography variant="h2">{t('office.archivedStorages')}</Typography>
      <OfficeTable
        path="archivedstorages"
        prefix="archived"
        label={t('office.archivedStorages')}
        failed={t('office.archivedFailed')}
        columns={archivedColumns}
      />
    </Page>
  );
}

interface Tools {
  onTenant: (tenantId: string) => void;
}

function columns({ onTenant }: Tools): Column<OfficeStorage>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.user'), cell: ({ user, tenantId }) => <OwnerLink user={user} tenantId={tenantId} onTenant={onTenant} /> },
    { title: t('office.project'), cell: ({ project }) => project.name || project.id },
    { title: t('office.storageName'), cell: ({ storageName }) => <strong>{storageName}</strong> },
    { title: t('office.storageKey'), cell: ({ storageKey }) => storageKey },
    { title: t('office.softDelete'), cell: ({ is_softDelete }) => yesNo(is_softDelete) },
    { title: t('office.created'), cell: ({ createdAt }) => <When iso={createdAt} /> },
  ];
}

function archivedColumns({ onTenant }: Tools): Column<OfficeArchivedStorage>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.user'), cell: ({ user, tenantId }) => <OwnerLink user={user} tenantId={tenantId} onTenant={onTenant} /> },
    { title: t('office.project'), cell: ({ project }) => project.name || project.id },
    { title: t('office.storageName'), cell: ({ storageName }) => <strong>{storageName}</strong> },
    { title: t('office.storageKey'), cell: ({ storageKey }) => storageKey },
    { title: t('office.softDelete'), cell: ({ isSoftDelete }) => yesNo(isSoftDelete) },
    { title: t('office.created'), cell: ({ originalCreatedAt }) => <When iso={originalCreatedAt} /> },
    { title: t('office.archived'), cell: ({ createdAt }) => <When iso={createdAt} /> },
  ];
}

function yesNo(is: boolean): string {
  return t(is ? 'office.yes' : 'office.no');
}
