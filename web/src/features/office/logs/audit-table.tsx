import type { AuditRow } from '@bedplate/contract';
import { OwnText } from '../../../components/own-text.tsx';
import type { Column } from '../../../components/column.ts';
import { Wrapped } from '../../../components/data-table.tsx';
import { t, textOf } from '../../../texts/index.ts';
import { numberColumn, When } from '../lists/cells.tsx';
import { OfficeTable } from '../lists/office-table.tsx';

/** The actions of staff, with the values before and after. */
export function AuditTable() {
  return (
    <OfficeTable
      path="audit"
      prefix="audit"
      label={t('audit.title')}
      failed={t('audit.failed')}
      fields={t('audit.fields')}
      columns={columns}
    />
  );
}

function columns(): Column<AuditRow>[] {
  return [
    numberColumn,
    { title: t('office.date'), role: 'detail', cell: ({ createdAt }) => <When iso={createdAt} /> },
    { title: t('audit.actor'), role: 'detail', cell: ({ actor }) => <OwnText>{actor.name}</OwnText> },
    { title: t('audit.action'), role: 'title', cell: ({ action }) => textOf(`auditName.${action}`, action) },
    { title: t('audit.target'), role: 'line', cell: ({ target }) => <Wrapped text={target} width={160} lines={4} /> },
    { title: t('audit.before'), cell: ({ before }) => <Json document={before} /> },
    { title: t('audit.after'), cell: ({ after }) => <Json document={after} /> },
  ];
}

function Json({ document }: { document: AuditRow['before'] }) {
  return document ? <Wrapped text={JSON.stringify(document)} width={190} /> : '–';
}
