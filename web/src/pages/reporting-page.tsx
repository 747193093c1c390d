import { type Report } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { ActivityTable } from '../features/activity/activity-table.tsx';
import { RangeBar } from '../features/reporting/range-bar.tsx';
import { useReportDays } from '../lib/report-days.ts';
import { useReport } from '../features/reporting/report-queries.ts';
import { useLiveReport } from '../features/reporting/use-live-report.ts';
import { t } from '../texts/index.ts';
import '../texts/reporting.ts';

// The charts are larger than the rest of the console's shell together.
const Charts = lazy(async () => ({ default: (await import('../features/reporting/all-charts.ts')).Charts }));
const CallReport = lazy(async () => ({ default: (await import('../features/reporting/all-charts.ts')).CallReport }));

export function ReportingPage() {
  const { id = '' } = useParams();
  const [days, setDays] = useReportDays();
  const report = useReport(id, days);
  if (id === '') return <Alert severity="error">{t('message.projectIdMissing')}</Alert>;
  return (
    <Page title={t('reporting.title')} subtitle={t('reporting.subtitle')}>
      <RangeBar days={days} onChange={setDays} />
      <Grid>
        <Loaded from={report} waiting={<ChartsWaiting />} failed={t('message.reportingFailed')}>
          {(data) => <LiveCharts report={data} />}
        </Loaded>
      </Grid>
      <Suspense fallback={<LoadingBlock height={420} sx={{ borderRadius: 1.5 }} />}>
        <CallReport projectId={id} days={days} />
      </Suspense>
      <Box component="section" aria-label={t('activity.title')} sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography variant="h2">{t('activity.title')}</Typography>
        <ActivityTable projectId={id} from="report" />
      </Box>
    </Page>
  );
}

function LiveCharts({ report }: { report: Report }) {
  useLiveReport(report);
  return (
    <Suspense fallback={<ChartsWaiting />}>
      <Charts report={report} />
    </Suspense>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>{children}</Box>
  );
}

function ChartsWaiting() {
  return [1, 2, 3, 4].map((n) => <LoadingBlock key={n} height={328} sx={{ borderRadius: 1.5 }} />);
}
