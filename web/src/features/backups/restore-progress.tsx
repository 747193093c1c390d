import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import type { RestoreWork } from './backup-queries.ts';

interface RestoreProgressProps {
  works: readonly RestoreWork[];
  /** Whether they only count. */
  isCount: boolean;
}

/** How far a restore, or its count, is in each storage. */
export function RestoreProgress({ works, isCount }: RestoreProgressProps) {
  return (
    <Box aria-live="polite" sx={{ display: 'flex', flexDirection: 'column', gap: 3, mb: 3 }}>
      {works.map((work) => (
        <RestoreLine key={work.from} work={work} isCount={isCount} />
      ))}
    </Box>
  );
}

function RestoreLine({ work: { storageName: name, records, job }, isCount }: { work: RestoreWork; isCount: boolean }) {
  if (!job) return <Alert severity="info">{t('backups.countedNew', { name, count: records })}</Alert>;
  const { changed, kept, seen } = job;
  if (job.state === 'running') {
    const text = isCount
      ? t('backups.counting', { name, seen: localNumber(seen), total: localNumber(records) })
      : t('backups.running', { name, changed: localNumber(changed) });
    return (
      <div>
        {text}
        <LinearProgress aria-label={text} sx={{ mt: 2, borderRadius: 1 }} />
      </div>
    );
  }
  return (
    <Alert severity={kept > 0 ? 'warning' : isCount ? 'info' : 'success'}>
      {t(isCount ? 'backups.counted' : 'backups.done', { name, changed })}{' '}
      {kept > 0 && t(isCount ? 'backups.files' : 'backups.left', { kept })}
    </Alert>
  );
}
