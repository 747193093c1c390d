import { type ActivityRow, pageSizes } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IdText } from '../../components/copy-text.tsx';
import type { Column } from '../../components/column.ts';
import { TimeText, Wrapped } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type PagedList, PagedTable } from '../../components/paged-table.tsx';
import { api } from '../../lib/api/client.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { useAddressPage } from '../../lib/use-address-page.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { t, textOf } from '../../texts/index.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { activityText } from './activity-text.ts';
import { toneOf } from './activity-tone.ts';

interface ActivityTableProps {
  projectId: string;
  /** The call to read: the admin's log, or the report, which managers may also read. */
  from: 'log' | 'report';
}

/** Activity in the project, newest first, kept up to date. */
export function ActivityTable({ projectId, from }: ActivityTableProps) {
  const { tenantId } = useSignedIn();
  const [page, setPage] = useAddressPage('activity');
  const key = ['activity', projectId] as const;
  const list = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api.get<PagedList<ActivityRow>>(
        from === 'report' ? '/reporting/activity' : `/logs/admin/user-activity-logs/project/${encodeURIComponent(projectId)}`,
        { query: { page, limit: pageSizes.logs, projectId: from === 'report' ? projectId : undefined }, signal },
      ),
    placeholderData: keepPreviousData,
  });
  const where = [
    ['tenantId', tenantId],
    ['projectId', projectId],
  ] as const;
  useLiveInvalidation(tenantId ? { path: 'activity', where, limit: 10 } : null, key);
  return (
    <PagedTable
      label={t('activity.title')}
      columns={columns()}
      list={list}
      page={page}
      onPage={setPage}
      failed={t('activity.failed')}
      endsInActions={false}
      empty={<EmptyState title={t('noData')}>{t('activity.empty')}</EmptyState>}
    />
  );
}

function columns(): Column<ActivityRow>[] {
  return [
    { title: '#', role: 'none', cell: (_, number) => number },
    { title: t('activity.projectId'), cell: ({ projectId }) => idCell(projectId, t('activity.copyProjectId')) },
    { title: t('activity.adminId'), cell: ({ adminId }) => idCell(adminId, t('activity.copyAdminId')) },
    { title: t('storage.userId'), cell: ({ userId }) => idCell(userId, t('storage.copyUserId')) },
    { title: t('activity.module'), role: 'detail', cell: ({ module }) => textOf(`activityName.${module}`, module) },
    {
      title: t('activity.activity'),
      role: 'line',
      cell: ActivityChip,
      card: (row) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <ActivityChip {...row} />
          <Undo row={row} text={activityText(row)} />
        </Box>
      ),
    },
    { title: t('description'), role: 'title', cell: (row) => <Told row={row} />, card: activityText },
    { title: t('storage.dateCreated'), role: 'detail', cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
  ];
}

function ActivityChip({ activity }: ActivityRow) {
  const tone = toneOf(activity);
  return <Chip size="small" variant="outlined" color={tone} label={textOf(`activityName.${activity}`, activity)} data-tone={tone} />;
}

/** The sentence of a row; changes of records are taken back from here. */
function Told({ row }: { row: ActivityRow }) {
  const text = activityText(row);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1 }}>
      <Wrapped text={text} width={250} lines={8} />
      <Undo row={row} text={text} />
    </Box>
  );
}

function Undo({ row: { id, projectId, inHistory }, text }: { row: ActivityRow; text: string }) {
  if (!inHistory || projectId === null) return null;
  return <UndoButton projectId={projectId} of={{ activity: id }} title={t('undoOf.titleOfRow', { text })} />;
}

function idCell(id: string | null, label: string) {
  return id ? <IdText id={id} label={label} /> : '–';
}
