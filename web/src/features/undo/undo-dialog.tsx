import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { ToStorages } from '../../components/to-storages.tsx';
import { ApiError, messageOf, withReason } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { type UndoOf, useStartUndo, useUndoPreview, useUndoWork } from './undo-calls.ts';
import { UndoPlan } from './undo-plan.tsx';
import { UndoProgress } from './undo-progress.tsx';

interface UndoDialogProps {
  projectId: string;
  of: UndoOf;
  title: string;
  onClose: () => void;
}

/** Shows what an undo would change, does it, and takes it back again. */
export function UndoDialog({ projectId, of, title, onClose }: UndoDialogProps) {
  const titleId = useId();
  const preview = useUndoPreview(projectId, of);
  const start = useStartUndo(projectId);
  /** Takes the undo back, which stays as it is until then, and also where that fails. */
  const revert = useStartUndo(projectId);
  const works = revert.data ?? start.data ?? [];
  const job = useUndoWork(projectId, works);
  const isBack = revert.data !== undefined;
  const isPending = start.isPending || revert.isPending;
  const mayRevert = job !== undefined && job.state !== 'running' && !isBack && job.changed > 0;
  const plans = preview.data ?? [];
  const error = revert.error ?? start.error;
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        {job ? (
          <UndoProgress works={works} job={job} isBack={isBack} />
        ) : hasNoHistory(preview.error) ? (
          // Nothing failed, and another try finds as little.
          <Alert severity="info" action={<ToStorages projectId={projectId} />}>
            {messageOf(preview.error)}
          </Alert>
        ) : (
          <Loaded from={preview} waiting={<LoadingBlock height={160} />} failed={withReason(t('undoOf.failed'), preview.error)}>
            {(found) => <UndoPlan plans={found} />}
          </Loaded>
        )}
        {error && <Refusal error={error} sx={{ mt: 4 }} />}
      </DialogContent>
      <DialogActions>
        {mayRevert && (
          <SubmitButton
            type="button"
            variant="outlined"
            color="inherit"
            busy={revert.isPending}
            onClick={() => revert.mutate({ job: job.id })}
            sx={{ mr: 'auto' }}
          >
            {t('undoOf.revert')}
          </SubmitButton>
        )}
        <Button variant="outlined" color="inherit" disabled={isPending} onClick={onClose}>
          {t(works.length === 0 && plans.length > 0 ? 'cancel' : 'close')}
        </Button>
        {works.length === 0 && plans.length > 0 && (
          <SubmitButton type="button" color="error" busy={isPending} onClick={() => start.mutate(of)}>
            {t('undoOf.act')}
          </SubmitButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

function hasNoHistory(error: unknown): boolean {
  return error instanceof ApiError && error.text?.key === 'historyNowhere';
}
