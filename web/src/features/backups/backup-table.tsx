import type { Backup } from '@bedplate/contract';
import Download from '@mui/icons-material/Download';
import Restore from '@mui/icons-material/Restore';
import Box from '@mui/material/Box';
import Chip, { type ChipProps } from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Column } from '../../components/column.ts';
import { DataTable, TimeText } from '../../components/data-table.tsx';
import { useDownload } from '../../components/download-button.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { fileSize } from '../../lib/file-size.ts';
import { localNumber } from '../../lib/local-number.ts';
import { IfMay } from '../../lib/may.tsx';
import { localDateTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { RestoreDialog } from './restore-dialog.tsx';

interface BackupTableProps {
  projectId: string;
  /** Undefined while loading. */
  backups: readonly Backup[] | undefined;
}

/** Backups with what is done with them. */
export function BackupTable({ projectId, backups }: BackupTableProps) {
  const [restored, setRestored] = useState<Backup | null>(null);
  const newest = backups?.find(({ state }) => state === 'ready')?.id;
  return (
    <TableFrame footer={null}>
      <DataTable label={t('backups.title')} columns={columns({ projectId, newest, onRestore: setRestored })} rows={backups} before={0} />
      {restored && <RestoreDialog projectId={projectId} backup={restored} onClose={() => setRestored(null)} />}
    </TableFrame>
  );
}

interface Given {
  projectId: string;
  newest: string | undefined;
  onRestore: (backup: Backup) => void;
}

function columns({ projectId, newest, onRestore }: Given): Column<Backup>[] {
  return [
    { title: t('backups.moment'), role: 'title', cell: ({ readTime, createdAt }) => <TimeText iso={readTime ?? createdAt} /> },
    {
      title: t('backups.by'),
      role: 'detail',
      cell: ({ madeBy }) => (madeBy === null ? t('backups.nightly') : <OwnText>{madeBy}</OwnText>),
    },
    { title: t('backups.state'), role: 'detail', cell: (backup) => <StateChip backup={backup} /> },
    { title: t('backups.storages'), isFigure: true, cell: ({ storages }) => localNumber(storages) },
    {
      title: t('backups.records'),
      role: 'detail',
      isFigure: true,
      cell: ({ state, records }) => (state === 'ready' ? localNumber(records) : '–'),
    },
    { title: t('backups.size'), isFigure: true, cell: ({ state, bytes }) => (state === 'ready' ? fileSize(bytes) : '–') },
    {
      title: t('backups.kept'),
      cell: ({ id, expiresAt }) => (id === newest ? <Newest iso={expiresAt} /> : expiresAt && <TimeText iso={expiresAt} />),
    },
    {
      title: t('storage.action'),
      role: 'actions',
      cell: (backup) => backup.state === 'ready' && <Actions projectId={projectId} backup={backup} onRestore={onRestore} />,
    },
  ];
}

/** The newest one does not end while its project is there. */
function Newest({ iso }: { iso: string | null }) {
  return (
    <Tooltip title={t('backups.newest')}>
      <span>{iso && <TimeText iso={iso} />}</span>
    </Tooltip>
  );
}

function StateChip({ backup: { state, failure, damagedAt, reread } }: { backup: Backup }) {
  if (state === 'ready' && damagedAt) return <Explained color="warning" label={t('backups.damaged')} why={t('backups.damagedWhy')} />;
  if (state === 'ready')
    return <Explained color="success" label={t('backups.state.ready')} why={reread > 0 ? t('backups.reread') : null} />;
  const color = state === 'failed' ? 'error' : 'info';
  // The reason that is kept is one of the server's, for its staff.
  return <Explained color={color} label={t(`backups.state.${state}`)} why={failure && t(`backups.broke.${state}`)} />;
}

/** The sentence stands below, since a finger finds no tooltip. */
function Explained({ color, label, why }: { color: ChipProps['color']; label: string; why: string | null }) {
  return (
    <Box sx={{ py: why ? 2 : 0 }}>
      <Chip size="small" variant="outlined" color={color} label={label} />
      {why && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 320, mt: 1, whiteSpace: 'normal' }}>
          {why}
        </Typography>
      )}
    </Box>
  );
}

function Actions({ projectId, backup, onRestore }: { projectId: string; backup: Backup; onRestore: Given['onRestore'] }) {
  const time = localDateTime(backup.readTime ?? backup.createdAt);
  const download = useDownload({
    fetchFile: async () => (await import('./download-backup.ts')).downloadBackup(projectId, backup.id),
    failed: (error) => messageOf(error, t('backups.downloadFailed'), t('backups.downloadFailed')),
  });
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <IfMay to="projects.write">
        <RowAction
          text={t('backups.restore')}
          name={t('backups.restoreOf', { time })}
          icon={<Restore fontSize="inherit" />}
          onClick={() => onRestore(backup)}
        />
      </IfMay>
      <RowAction
        text={t('backups.download')}
        name={t('backups.downloadOf', { time })}
        icon={<Download fontSize="inherit" />}
        busy={download.isPending}
        onClick={download.mutate}
      />
    </Box>
  );
}
