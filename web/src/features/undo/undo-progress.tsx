import type { JobStorage, RecordJob } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { LastTry } from '../../components/last-try.tsx';
import { RefusedRecords } from '../../components/refused-records.tsx';
import { t } from '../../texts/index.ts';
import type { UndoWork } from './undo-calls.ts';

interface UndoProgressProps {
  works: readonly UndoWork[];
  /** The job of all of them, as it is now. */
  job: RecordJob;
  /** Whether the works take an undo back. */
  isBack: boolean;
}

/** How far an undo is in each storage. It goes on when the dialog is closed. */
export function UndoProgress({ works, job, isBack }: UndoProgressProps) {
  return (
    <Box aria-live="polite" sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {works.map(({ storageId, storageName }) => {
        const { changed, kept, isDone } = partOf(job, storageId);
        const words = { name: storageName, changed, kept };
        if (job.state === 'running' && !isDone)
          return (
            <div key={storageId}>
              {t('undoOf.running', words)}
              <LinearProgress aria-label={t('undoOf.running', words)} sx={{ mt: 2, borderRadius: 1 }} />
              <LastTry of={job} />
            </div>
          );
        return (
          <Alert key={storageId} severity={kept > 0 ? 'warning' : 'success'}>
            {t(isBack ? 'undoOf.reverted' : 'undoOf.done', words)} {kept > 0 && t('undoOf.doneKept', words)}
            {works.length === 1 && <RefusedRecords of={job} />}
          </Alert>
        );
      })}
      {works.length > 1 && <RefusedRecords of={job} />}
    </Box>
  );
}

/** How far the job is in one of its storages. */
function partOf({ storages, state, changed, kept }: RecordJob, storageId: string): Pick<JobStorage, 'changed' | 'kept' | 'isDone'> {
  return storages?.find((part) => part.storageId === storageId) ?? { changed, kept, isDone: state !== 'running' };
}
