import type { CallReport as Report, CallReportBy, CallSeries } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useState } from 'react';
import { ChartPanel } from '../../components/chart-panel.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { localNumber } from '../../lib/local-number.ts';
import type { ReportDays } from '../../lib/report-days.ts';
import { useHues } from '../../lib/theme/chart-colours.ts';
import { t } from '../../texts/index.ts';
import '../../texts/call-report.ts';
import { axisNumber } from './axis-number.ts';
import { groupName, type Measure, measures, timeName } from './call-series.ts';
import { CallTable } from './call-table.tsx';
import { ChartLegend, chartHeight, counts, quiet } from './chart-parts.tsx';
import { useCallReport } from './report-queries.ts';

const divided: readonly CallReportBy[] = ['storage', 'key', 'verb'];

interface CallReportProps {
  projectId: string;
  days: ReportDays;
}

/** Calls, errors, latencies and credits over time, by storage, key or verb. */
export function CallReport({ projectId, days }: CallReportProps) {
  const [by, setBy] = useState<CallReportBy>('storage');
  const [measure, setMeasure] = useState<Measure>('calls');
  const report = useCallReport(projectId, days, by);
  const choice = (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '260px 140px' }, gap: 3, flex: { xs: '1 1 100%', sm: 'none' } }}>
      <ChoiceField
        label={t('callReport.show')}
        value={measure}
        options={measures.map((value) => ({ value, text: t(`callReport.show.${value}`) }))}
        onChange={(value) => setMeasure(value as Measure)} // one of the options
      />
      <ChoiceField
        label={t('callReport.by')}
        value={by}
        options={divided.map((value) => ({ value, text: t(`callReport.by.${value}`) }))}
        onChange={(value) => setBy(value as CallReportBy)} // one of the options
      />
    </Box>
  );
  return (
    <Loaded from={report} waiting={<LoadingBlock height={420} sx={{ borderRadius: 1.5 }} />} failed={t('callReport.failed')}>
      {(data) => <Drawn report={data} {...{ by, measure, choice }} />}
    </Loaded>
  );
}

interface DrawnProps {
  report: Report;
  by: CallReportBy;
  measure: Measure;
  choice: React.ReactNode;
}

function Drawn({ report, by, measure, choice }: DrawnProps) {
  const hues = useHues();
  const names = report.times.map((time) => timeName(time, report));
  const isLatency = measure === 'p50' || measure === 'p95';
  const shown = report.groups.filter(({ whole }) => (isLatency ? whole.calls > 0 : whole[measure] > 0));
  const series = shown.map((group, at) => ({
    data: [...group[measure]],
    label: groupName(group, by),
    color: hues[at] ?? '',
  }));
  return (
    <ChartPanel
      title={t('callReport.title')}
      about={t('callReport.about')}
      action={choice}
      summary={shown.flatMap((group) => spoken(group, { by, measure, names }))}
      empty={emptyText(report, measure)}
      legend={
        <>
          <ChartLegend series={series} />
          <CallTable report={report} by={by} />
        </>
      }
    >
      {isLatency ? (
        <LineChart
          height={chartHeight}
          xAxis={[{ data: names, scaleType: 'point' }]}
          yAxis={[{ min: 0, valueFormatter: axisNumber }]}
          series={series.map((one) => ({ ...one, connectNulls: true, showMark: true, curve: 'linear' as const }))}
          hideLegend
          {...quiet}
        />
      ) : (
        <BarChart
          height={chartHeight}
          xAxis={[{ data: names }]}
          yAxis={counts}
          series={series.map((one) => ({ ...one, stack: 'all' }))}
          hideLegend
          {...quiet}
        />
      )}
    </ChartPanel>
  );
}

function emptyText({ total: { whole } }: Report, measure: Measure): string | null {
  if (whole.calls === 0) return t('callReport.empty');
  return measure === 'errors' && whole.errors === 0 ? t('callReport.noErrors') : null;
}

/** The numbers of a group in words, without those that are zero. */
function spoken(group: CallSeries, { by, measure, names }: { by: CallReportBy; measure: Measure; names: readonly string[] }): string[] {
  const name = groupName(group, by);
  return group[measure].flatMap((value, at) => (value ? [`${name}, ${names[at] ?? ''}: ${localNumber(value)}`] : []));
}
