import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { LastTry } from '../../components/last-try.tsx';
import { RefusedRecords } from '../../components/refused-records.tsx';
import { inOurWords } from '../../lib/api/api-error.ts';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import type { RestoreWork } from './backup-queries.ts';

interface RestoreProgressProps {
  projectId: string;
  works: readonly RestoreWork[];
  /** Whether they only count. */
  isCount: boolean;
  /** Whether they are about some records of a storage: how many those are is not known before. */
  isSome?: boolean;
}

/** How far a restore, or its count, is in each storage. */
export function RestoreProgress({ projectId, works, isCount, isSome = false }: RestoreProgressProps) {
  return (
    <Box aria-live="polite" sx={{ display: 'flex', flexDirection: 'column', gap: 3, mb: 3 }}>
      {works.map((work) => (
        <RestoreLine key={work.from} projectId={projectId} work={work} isCount={isCount} isSome={isSome} />
      ))}
    </Box>
  );
}

interface RestoreLineProps {
  projectId: string;
  work: RestoreWork;
  isCount: boolean;
  isSome: boolean;
}

function RestoreLine({ projectId, work, isCount, isSome }: RestoreLineProps) {
  const { storageName: name, records, job, gaps } = work;
  if (!job)
    return (
      <Alert severity={gaps.length > 0 ? 'warning' : 'info'}>
        {sentences(isSome ? t('backups.countedNewSome', { name }) : t('backups.countedNew', { name, count: records }), setupText(work))}
        <Gaps work={work} />
      </Alert>
    );
  const { changed, kept, seen } = job;
  if (job.state === 'running') {
    const text = isCount
      ? t('backups.counting', { name, seen: localNumber(seen), total: localNumber(records) })
      : t('backups.running', { name, changed: localNumber(changed) });
    return (
      <div>
        {text}
        <LinearProgress aria-label={text} sx={{ mt: 2, borderRadius: 1 }} />
        <LastTry of={job} />
        {setupText(work)}
        <Gaps work={work} />
      </div>
    );
  }
  return (
    <Alert severity={kept > 0 || gaps.length > 0 ? 'warning' : isCount ? 'info' : 'success'}>
      {sentences(
        t(isCount ? 'backups.counted' : 'backups.done', { name, changed }),
        kept > 0 && t(isCount ? 'backups.files' : 'backups.left', { kept }),
        setupText(work),
      )}
      <RefusedRecords of={job} />
      <Gaps work={work} />
      {!isCount && job.canUndo && changed > 0 && (
        <Box sx={{ mt: 2 }}>
          <UndoButton projectId={projectId} of={{ job: job.id }} title={t('backups.undo', { name })} />
        </Box>
      )}
    </Alert>
  );
}

/** The parts that come back beside the records. */
function setupText({ setup }: RestoreWork): string | null {
  return setup.length === 0 ? null : t('backups.setupBack', { parts: setup.map((part) => t(`backups.part.${part}`)).join(t('between')) });
}

/** The parts that do not come back. */
function Gaps({ work: { gaps } }: { work: RestoreWork }) {
  return gaps.map((gap) => (
    <Box key={`${gap.field} ${gap.message}`} sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {inOurWords(gap)}
    </Box>
  ));
}
