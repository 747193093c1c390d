import type { OfficeApiUsage } from '@bedplate/contract';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { idColumn, numberColumn } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function ApiUsagesPage() {
  return (
    <Page title={t('office.apiusages')}>
      <OfficeTable path="apiusages" label={t('office.apiusages')} failed={t('office.apiusagesFailed')} sorted={false} columns={columns} />
    </Page>
  );
}

function columns(): Column<OfficeApiUsage>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.user'), cell: ({ user }) => user.name ?? '–' },
    { title: t('office.usage'), cell: ({ usage }) => usage.toLocaleString() },
    { title: t('office.limit'), cell: ({ limit = 0 }) => limit.toLocaleString() },
  ];
}
