import type { RecordJob } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { LastTry } from '../../components/last-try.tsx';
import { Panel } from '../../components/panel.tsx';
import { RefusedRecords } from '../../components/refused-records.tsx';
import { WarnedRecords } from '../../components/warned-records.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { relativeTime } from '../../lib/time.ts';
import { t, textOf } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { isRunning, useChangeJob } from './job-calls.ts';

/** Older ones are shown as long as they can be taken back. */
const shownJobs = 5;

/** Work on the storage's records that goes on or has ended, the newest first. */
export function JobsPanel({ storage, jobs }: { storage: StorageRef; jobs: readonly RecordJob[] }) {
  const change = useChangeJob(storage);
  if (jobs.length === 0) return null;
  return (
    <Panel title={t('fields.jobs')} about={t('fields.jobsAbout')}>
      {change.error && <Refusal error={change.error} sx={{ mb: 3 }} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 4 }}>
        {jobs
          .filter((job, at) => at < shownJobs || job.canUndo || isRunning(job))
          .map((job) => (
            <JobRow key={job.id} job={job} isBusy={change.isPending} onChange={(act) => change.mutate({ id: job.id, act })} />
          ))}
      </Box>
    </Panel>
  );
}

interface JobRowProps {
  job: RecordJob;
  isBusy: boolean;
  onChange: (act: 'cancel' | 'undo') => void;
}

function JobRow({ job, isBusy, onChange }: JobRowProps) {
  const name = jobName(job);
  return (
    <Box component="li" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary" component="output">
            {progressWords(job)}
          </Typography>
          <RefusedRecords of={job} />
          <WarnedRecords of={job} />
          <LastTry of={job} />
        </Box>
        {isRunning(job) && (
          <Button size="small" variant="outlined" color="inherit" disabled={isBusy} onClick={() => onChange('cancel')}>
            {t('fields.jobCancel')}
          </Button>
        )}
        {job.canUndo && !isRunning(job) && (
          <Button size="small" variant="outlined" color="inherit" disabled={isBusy} onClick={() => onChange('undo')}>
            {t('undo')}
          </Button>
        )}
      </Box>
      {isRunning(job) && (
        <LinearProgress
          aria-label={name}
          {...(job.total ? { variant: 'determinate' as const, value: Math.min(100, (100 * job.seen) / job.total) } : {})}
          sx={{ borderRadius: 1 }}
        />
      )}
    </Box>
  );
}

/** @returns what the job does, in words; of a kind that this page does not know its name */
function jobName({ kind, field, repair }: RecordJob): string {
  if (repair && field !== null) return t('fields.repairOf', { repair: t(`fields.repair.${repair}`), field });
  return textOf(field === null ? `job.${kind}` : `job.${kind}.of`, field === null ? kind : `${kind}: ${field}`, { field: field ?? '' });
}

function progressWords(job: RecordJob): string {
  const counts = {
    seen: job.seen,
    total: job.total ?? job.seen,
    changed: job.changed,
    kept: localNumber(job.kept),
  };
  if (isRunning(job)) return t(job.total === null ? 'fields.jobUnderWay' : 'fields.jobRunning', counts);
  const when = relativeTime(job.finishedAt ?? job.createdAt);
  if (job.state === 'cancelled') return t('fields.jobCancelled', { ...counts, when });
  if (job.seen === 0) return t('fields.jobEnded', { when });
  return t(job.kept > 0 ? 'fields.jobDoneKept' : 'fields.jobDone', { ...counts, when });
}
