import type { Backup, RestoreOrder } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { localDateTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { isUnderWay, useBackup, useRestoreWorks, useStartRestore } from './backup-queries.ts';
import { RestoreForm } from './restore-form.tsx';
import { RestoreProgress } from './restore-progress.tsx';

interface RestoreDialogProps {
  projectId: string;
  backup: Backup;
  onClose: () => void;
}

/** Restores a backup: what and where, then a count, then the work. */
export function RestoreDialog({ projectId, backup, onClose }: RestoreDialogProps) {
  const titleId = useId();
  const details = useBackup(projectId, backup.id);
  const [chosen, setChosen] = useState<RestoreOrder>({ place: 'inPlace', mode: 'missing', dryRun: true });
  const count = useStartRestore(projectId, backup.id);
  const restore = useStartRestore(projectId, backup.id);
  const counts = useRestoreWorks(projectId, count.data ?? []);
  const works = useRestoreWorks(projectId, restore.data ?? []);
  const step = restore.data ? 'work' : count.data ? 'count' : 'form';
  const isCounted = step === 'count' && !counts.some(isUnderWay);
  const differs = counts.some(({ job, setup }) => job === null || job.changed > 0 || setup.length > 0);
  const isBusy = count.isPending || restore.isPending;
  const error = restore.error ?? count.error;
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('backups.restoreOf', { time: localDateTime(backup.readTime ?? backup.createdAt) })}</DialogTitle>
      <DialogContent>
        {step === 'form' && (
          <Loaded from={details} waiting={<LoadingBlock height={160} />} failed={t('backups.detailsFailed')}>
            {({ contents }) => <RestoreForm contents={contents} chosen={chosen} onChange={setChosen} />}
          </Loaded>
        )}
        {step === 'count' && (
          <RestoreProgress projectId={projectId} works={counts} isCount isSome={chosen.ids !== undefined || chosen.where !== undefined} />
        )}
        {step === 'work' && <RestoreProgress projectId={projectId} works={works} isCount={false} />}
        {isCounted && !differs && t('backups.nothing')}
        {error && <Refusal error={error} sx={{ mt: 4 }} />}
      </DialogContent>
      <DialogActions>
        {step === 'count' && (
          <Button variant="outlined" color="inherit" disabled={isBusy} onClick={() => count.reset()} sx={{ mr: 'auto' }}>
            {t('backups.back')}
          </Button>
        )}
        <Button variant="outlined" color="inherit" disabled={isBusy} onClick={onClose}>
          {t(step === 'work' ? 'close' : 'cancel')}
        </Button>
        {step === 'form' && details.data && (
          <SubmitButton
            type="button"
            busy={count.isPending}
            disabled={chosen.storages?.length === 0 || chosen.ids?.length === 0 || chosen.where === ''}
            onClick={() => count.mutate({ ...chosen, dryRun: true })}
          >
            {t('backups.count')}
          </SubmitButton>
        )}
        {isCounted && differs && (
          <SubmitButton
            type="button"
            color={chosen.place === 'beside' ? 'primary' : 'error'}
            busy={restore.isPending}
            onClick={() => restore.mutate({ ...chosen, dryRun: false })}
          >
            {t('backups.act')}
          </SubmitButton>
        )}
      </DialogActions>
    </Dialog>
  );
}
