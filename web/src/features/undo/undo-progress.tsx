import type { RecordJob } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { RefusedRecords } from '../../components/refused-records.tsx';
import { t } from '../../texts/index.ts';
import type { UndoWork } from './undo-calls.ts';

interface UndoProgressProps {
  works: readonly UndoWork[];
  /** The jobs of the works, as they are now. */
  jobs: readonly RecordJob[];
  /** Whether the works take an undo back. */
  isBack: boolean;
}

/** How far an undo is in each storage. It goes on when the dialog is closed. */
export function UndoProgress({ works, jobs, isBack }: UndoProgressProps) {
  return (
    <Box aria-live="polite" sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {works.map(({ storageName, job: { id } }, i) => {
        const job = jobs[i];
        if (!job) return null;
        const words = { name: storageName, changed: job.changed, kept: job.kept };
        if (job.state === 'running')
          return (
            <div key={id}>
              {t('undoOf.running', words)}
              <LinearProgress aria-label={t('undoOf.running', words)} sx={{ mt: 2, borderRadius: 1 }} />
            </div>
          );
        return (
          <Alert key={id} severity={job.kept > 0 ? 'warning' : 'success'}>
            {t(isBack ? 'undoOf.reverted' : 'undoOf.done', words)} {job.kept > 0 && t('undoOf.doneKept', words)}
            <RefusedRecords of={job} />
          </Alert>
        );
      })}
    </Box>
  );
}
