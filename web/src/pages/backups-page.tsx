import { useParams } from 'react-router-dom';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { TableFrame } from '../components/table-frame.tsx';
import { Panel } from '../components/panel.tsx';
import { CopyButton } from '../features/archive/copy-button.tsx';
import { useBackups } from '../features/backups/backup-queries.ts';
import { BackupTable } from '../features/backups/backup-table.tsx';
import { MakeBackupButton } from '../features/backups/make-backup-button.tsx';
import { UndoSpanButton } from '../features/undo/undo-span-button.tsx';
import { IfMay } from '../lib/may.tsx';
import { t } from '../texts/index.ts';
import '../texts/backups.ts';
import '../texts/undo.ts';

/** The backups of a project. */
export function BackupsPage() {
  const { id = '' } = useParams();
  const backups = useBackups(id);
  return (
    <Page title={t('backups.title')} subtitle={t('backups.subtitle')} action={<MakeBackupButton projectId={id} backups={backups.data} />}>
      <Loaded
        from={backups}
        waiting={<BackupTable projectId={id} backups={undefined} />}
        failed={t('backups.failed')}
        isEmpty={({ length }) => length === 0}
        empty={
          <TableFrame footer={null}>
            <EmptyState title={t('backups.empty')}>{t('backups.emptyText')}</EmptyState>
          </TableFrame>
        }
      >
        {(found) => <BackupTable projectId={id} backups={found} />}
      </Loaded>
      <IfMay to="storages.write">
        <Panel title={t('undoSpan.title')} about={t('undoSpan.about')}>
          <UndoSpanButton projectId={id} />
        </Panel>
      </IfMay>
      <Panel title={t('backups.now')} about={t('backups.nowAbout')}>
        <CopyButton wanted={{ projectId: id }} />
      </Panel>
    </Page>
  );
}
