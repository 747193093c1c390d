import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { LiveDot } from '../../components/live-dot.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { CountTable } from '../../features/office/dashboard/count-table.tsx';
import { useAnalytics } from '../../features/office/dashboard/dashboard-queries.ts';
import { StatCards } from '../../features/office/dashboard/stat-cards.tsx';
import { visitWord } from '../../features/office/dashboard/visit-words.ts';
import { VisitsTable } from '../../features/office/dashboard/visits-table.tsx';
import { RangeBar } from '../../features/reporting/range-bar.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { localNumber } from '../../lib/local-number.ts';
import { useReportDays } from '../../lib/report-days.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';

const VisitCharts = lazy(async () => ({ default: (await import('../../features/office/dashboard/visit-charts.tsx')).VisitCharts }));

export function DashboardPage() {
  const [days, setDays] = useReportDays();
  const { analytics, live } = useAnalytics(days);
  return (
    <Page title={t('office.dashboard')} subtitle={t('office.dashboardAbout')} mark={<LiveDot state={live} />}>
      <RangeBar days={days} onChange={setDays} />
      <Loaded
        from={analytics}
        waiting={<LoadingBlock height={320} />}
        failed={messageOf(analytics.error, t('office.statsFailed'), t('office.statsFailed'))}
      >
        {(data) => (
          <>
            <StatCards userStats={data.userStats} />
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
              <Panel
                title={t('office.pair', { name: t('office.visitors'), value: localNumber(data.uniqueVisitors.total) })}
                about={sentences(
                  t('office.visitorsLast', { count: localNumber(data.uniqueVisitors.last24Hours) }),
                  t('office.visitorsAbout'),
                )}
              >
                <CountTable
                  label={t('office.visitors')}
                  titles={[t('office.date'), t('office.count')]}
                  rows={data.uniqueVisitors.daily.map(({ date, count }) => ({ name: date, counts: [Number(count)] }))}
                  empty={t('office.noVisits')}
                />
              </Panel>
              <Panel title={t('office.pages')}>
                <CountTable
                  label={t('office.pages')}
                  titles={[t('office.path'), t('office.count')]}
                  rows={data.mostVisitedPages.map(({ path, count }) => ({ name: visitWord(path), counts: [Number(count)] }))}
                  empty={t('office.noVisits')}
                />
              </Panel>
              <Panel title={t('office.votes')}>
                <CountTable
                  label={t('office.votes')}
                  titles={[t('office.path'), t('office.useful'), t('office.notUseful')]}
                  rows={data.documentation.map(({ path, useful, notUseful }) => ({ name: path, counts: [useful, notUseful] }))}
                  empty={t('office.noVotes')}
                />
              </Panel>
              <Suspense fallback={<LoadingBlock height={320} />}>
                <VisitCharts analytics={data} />
              </Suspense>
            </Box>
          </>
        )}
      </Loaded>
      <Typography variant="h2">{t('office.visits')}</Typography>
      <VisitsTable />
    </Page>
  );
}
