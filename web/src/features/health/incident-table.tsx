import type { HealthIncident } from '@bedplate/contract';
import Chip from '@mui/material/Chip';
import type { Column } from '../../components/column.ts';
import { DataTable, TimeText, Wrapped } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { serverNow } from '../../lib/time/clock.ts';
import { t } from '../../texts/index.ts';

/** Failures with their times and causes, newest first. */
export function IncidentTable({ incidents }: { incidents: readonly HealthIncident[] }) {
  if (incidents.length === 0) return <EmptyState title={t('health.noIncidents')}>{t('health.noIncidentsAbout')}</EmptyState>;
  const rows = incidents.map((incident) => ({ ...incident, id: `${incident.name} ${incident.startedAt}` }));
  return (
    <TableFrame footer={null} endsInActions={false}>
      <DataTable label={t('health.incidents')} columns={columns()} rows={rows} before={0} />
    </TableFrame>
  );
}

function columns(): Column<HealthIncident & { id: string }>[] {
  return [
    { title: t('health.what'), role: 'title', cell: ({ name }) => t(`health.part.${name}`) },
    { title: t('health.began'), role: 'detail', cell: ({ startedAt }) => <TimeText iso={startedAt} /> },
    {
      title: t('health.ended'),
      role: 'detail',
      cell: ({ endedAt }) =>
        endedAt ? <TimeText iso={endedAt} /> : <Chip size="small" variant="outlined" color="error" label={t('health.lasting')} />,
    },
    {
      title: t('health.lasted'),
      role: 'detail',
      cell: ({ startedAt, endedAt }) =>
        t('health.minutes', {
          minutes: Math.max(1, Math.round(((endedAt ? Date.parse(endedAt) : serverNow()) - Date.parse(startedAt)) / 60_000)),
        }),
    },
    { title: t('health.why'), role: 'line', cell: ({ reason }) => <Wrapped text={reason} width={320} /> },
  ];
}
