import type { PageVisit } from '@bedplate/contract';
import type { Column } from '../../../components/column.ts';
import { OwnText } from '../../../components/own-text.tsx';
import { deviceOf } from '../../../lib/device-name.ts';
import { t } from '../../../texts/index.ts';
import { numberColumn, When } from '../lists/cells.tsx';
import { yesNo } from '../lists/flags.ts';
import { OfficeTable } from '../lists/office-table.tsx';
import { visitWord } from './visit-words.ts';

/** Page views one by one. */
export function VisitsTable() {
  return (
    <OfficeTable
      path="pagevisits"
      prefix="visits"
      label={t('office.visits')}
      failed={t('office.visitsFailed')}
      fields={t('office.visitsFields')}
      columns={columns}
    />
  );
}

function columns(): Column<PageVisit>[] {
  return [
    numberColumn,
    { title: t('office.path'), role: 'title', cell: ({ path }) => <OwnText>{path}</OwnText> },
    { title: t('office.address'), cell: ({ ipAddress }) => ipAddress },
    { title: t('office.country'), role: 'detail', cell: ({ country }) => country ?? '–' },
    { title: t('office.city'), cell: ({ city }) => city ?? '–' },
    { title: t('office.browser'), role: 'detail', cell: ({ browser }) => visitWord(browser) },
    { title: t('office.device'), cell: ({ deviceType }) => visitWord(deviceType) },
    { title: t('office.os'), cell: ({ os }) => visitWord(os) },
    { title: t('office.bot'), cell: ({ isBot }) => yesNo(isBot) },
    { title: t('office.agent'), cell: ({ userAgent }) => <span title={userAgent}>{deviceOf(userAgent) ?? '–'}</span> },
    { title: t('office.date'), role: 'line', cell: ({ createdAt }) => <When iso={createdAt} /> },
  ];
}
