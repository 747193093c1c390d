import type { OfficeEndpoint } from '@bedplate/contract';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { idColumn, numberColumn, OwnerLink } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function AllEndpointsPage() {
  return (
    <Page title={t('office.endpoints')}>
      <OfficeTable
        path="endpoints"
        label={t('office.endpoints')}
        failed={t('office.endpointsFailed')}
        fields={t('office.endpointsFields')}
        columns={columns}
      />
    </Page>
  );
}

interface Tools {
  onTenant: (tenantId: string) => void;
}

function columns({ onTenant }: Tools): Column<OfficeEndpoint>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.project'), cell: ({ project }) => project.name || project.id },
    { title: t('office.user'), cell: ({ user, tenantId }) => <OwnerLink user={user} tenantId={tenantId} onTenant={onTenant} /> },
    { title: t('office.storageName'), cell: ({ dataStorage }) => dataStorage.storageName || '–' },
    { title: t('office.endpoint'), cell: ({ endpoint }) => <span title={endpoint}>{endpoint}</span> },
    { title: t('office.headers'), cell: ({ headers }) => <span title={headers.join(', ')}>{headers.join(', ')}</span> },
    { title: t('description'), cell: ({ functionality }) => functionality },
    { title: t('office.method'), cell: ({ method }) => method.toUpperCase() },
  ];
}
