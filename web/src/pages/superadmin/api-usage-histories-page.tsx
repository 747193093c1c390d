import type { OfficeApiUsage } from '@bedplate/contract';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { idColumn, numberColumn, When } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function ApiUsageHistoriesPage() {
  return (
    <Page title={t('office.histories')}>
      <OfficeTable
        path="apiusagehistories"
        label={t('office.histories')}
        failed={t('office.historiesFailed')}
        sorted={false}
        columns={columns}
      />
    </Page>
  );
}

function columns(): Column<OfficeApiUsage>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.user'), cell: ({ user }) => user.name ?? '–' },
    { title: t('office.usage'), cell: ({ usage }) => usage.toLocaleString() },
    { title: t('office.created'), cell: ({ createdAt = null }) => <When iso={createdAt} /> },
  ];
}
