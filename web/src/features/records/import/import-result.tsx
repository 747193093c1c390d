import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { t } from '../../../texts/index.ts';
import { BlankRows } from './blank-rows.tsx';
import { DeletedRows } from './deleted-rows.tsx';
import { Refusal } from '../../../components/form/refusal.tsx';
import { RowProblems } from './row-problems.tsx';
import type { Progress } from './send-rows.ts';

interface ImportResultProps {
  progress: Progress;
  isWhole: boolean;
  problem?: string;
  refused?: unknown;
  fileName: string;
  onContinue: () => void;
  onUndo: () => void;
  onClose: () => void;
}

/** Shows the stored and the refused rows; the whole import can be undone. */
export function ImportResult({ progress, isWhole, problem, refused, fileName, onContinue, onUndo, onClose }: ImportResultProps) {
  const counts = { records: t('import.records', { count: progress.accepted }), rows: t('import.rows', { count: progress.rejected }) };
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: '16px !important' }}>
        {problem && <Refusal error={refused}>{problem}</Refusal>}
        <Alert severity={isWhole && progress.rejected === 0 ? 'success' : 'warning'}>
          {t(isWhole ? (progress.rejected === 0 ? 'import.doneAll' : 'import.doneSome') : 'import.doneEarly', counts)}
        </Alert>
        <BlankRows count={progress.blank} />
        <DeletedRows count={progress.deleted} />
        <RowProblems progress={progress} fileName={fileName} />
      </DialogContent>
      <DialogActions>
        {progress.parts > 0 && (
          <Button variant="outlined" color="inherit" onClick={onUndo} sx={{ mr: 'auto' }}>
            {t('import.undo')}
          </Button>
        )}
        {!isWhole && (
          <Button variant="outlined" onClick={onContinue}>
            {t('import.continue')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </>
  );
}

interface UndoResultProps {
  deleted: number;
  kept: number;
  problem?: string;
  refused?: unknown;
  onUndo: (force: boolean) => void;
  onClose: () => void;
}

/** How much of an import has gone again. */
export function UndoResult({ deleted, kept, problem, refused, onUndo, onClose }: UndoResultProps) {
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: '16px !important' }}>
        {problem && <Refusal error={refused}>{problem}</Refusal>}
        {!problem && <Alert severity="success">{t('import.undone', { records: t('import.records', { count: deleted }) })}</Alert>}
        {kept > 0 && <Alert severity="warning">{t('import.kept', { records: t('import.records', { count: kept }) })}</Alert>}
      </DialogContent>
      <DialogActions>
        {problem && (
          <Button variant="outlined" onClick={() => onUndo(false)}>
            {t('tryAgain')}
          </Button>
        )}
        {kept > 0 && (
          <Button variant="outlined" color="error" onClick={() => onUndo(true)}>
            {t('import.undoChanged')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </>
  );
}
