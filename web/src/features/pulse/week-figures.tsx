import type { CallReport } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { useMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { currentWeek } from '../../lib/report-days.ts';
import { t } from '../../texts/index.ts';
import { useCallReport } from '../reporting/report-queries.ts';

/** Calls, errors, latency and credits of the last seven days. */
export function WeekFigures({ projectId }: { projectId: string }) {
  const [week] = useState(() => currentWeek());
  const report = useCallReport(projectId, week, 'verb');
  return (
    <Box component="section" aria-label={t('pulse.week')} sx={{ minWidth: 0 }}>
      <Typography variant="body2" component="h3" color="textSecondary" sx={{ mb: 2 }}>
        {t('pulse.week')}
      </Typography>
      <Loaded
        from={report}
        waiting={<LoadingBlock sx={{ height: { xs: 116, sm: 48 } }} />}
        failed={t('pulse.failed')}
        isEmpty={({ total }) => total.whole.calls === 0}
        empty={<Typography color="textSecondary">{t('pulse.noCalls')}</Typography>}
      >
        {({ total: { whole } }) => <Figures projectId={projectId} whole={whole} />}
      </Loaded>
    </Box>
  );
}

function Figures({ projectId, whole }: { projectId: string; whole: CallReport['total']['whole'] }) {
  const opensRequests = useMay()('requests.read') && whole.errors > 0;
  const errors = localNumber(whole.errors);
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 5, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' } }}
    >
      <Figure term={t('pulse.calls')}>{localNumber(whole.calls)}</Figure>
      <Figure term={t('pulse.errors')}>
        {opensRequests ? (
          <Link
            component={RouterLink}
            to={paths.requests(projectId, { view: 'errors' })}
            aria-label={t('pulse.seeErrors', { count: errors })}
          >
            {errors}
          </Link>
        ) : (
          errors
        )}
      </Figure>
      <Figure term={t('pulse.latency')}>{whole.p95 === null ? '–' : `${localNumber(whole.p95)} ms`}</Figure>
      <Figure term={t('pulse.credits')}>{localNumber(whole.credits)}</Figure>
    </Box>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {term}
      </Typography>
      <Typography component="dd" variant="h2" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
    </Box>
  );
}
