import type { Report } from '@bedplate/contract';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { PieChart } from '@mui/x-charts/PieChart';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useColours, useHues } from '../../lib/theme/chart-colours.ts';
import { t } from '../../texts/index.ts';
import '../../texts/reporting.ts';
import { ChartPanel } from '../../components/chart-panel.tsx';
import { ChartLegend, chartHeight, counts, quiet } from './chart-parts.tsx';
import { entrySeries } from './entry-series.ts';

/** Users by state, storages against users, entries of each storage by day, API calls by day. */
export function Charts({ report }: { report: Report }) {
  return (
    <>
      <UsersChart report={report} />
      <TotalsChart report={report} />
      <EntriesChart report={report} />
      <UsageChart report={report} />
    </>
  );
}

function UsersChart({ report: { users } }: { report: Report }) {
  const c = useColours();
  const active = users.filter((user) => user.is_active).length;
  const inactive = users.length - active;
  const slices = [
    { id: 'active', value: active, label: t('reporting.active', { count: active }), color: c.success },
    { id: 'inactive', value: inactive, label: t('reporting.inactive', { count: inactive }), color: c.faint },
  ];
  return (
    <ChartPanel
      title={t('reporting.users')}
      about={t('reporting.usersAbout')}
      summary={slices.map(({ label }) => label)}
      empty={users.length === 0 ? t('reporting.usersEmpty') : null}
    >
      <PieChart
        height={chartHeight}
        series={[{ data: slices, innerRadius: 56, paddingAngle: active > 0 && inactive > 0 ? 2 : 0, cornerRadius: 4 }]}
        {...quiet}
      />
    </ChartPanel>
  );
}

function TotalsChart({ report: { users, storageMetrics } }: { report: Report }) {
  const c = useColours();
  const names = [t('reporting.storages'), t('reporting.usersShort')];
  const values = [storageMetrics.totalStorageCount, users.length];
  return (
    <ChartPanel
      title={t('reporting.totals')}
      about={t('reporting.totalsAbout')}
      summary={names.map((name, at) => `${name}: ${values[at] ?? 0}`)}
      empty={values.every((count) => count === 0) ? t('reporting.totalsEmpty') : null}
    >
      <BarChart
        height={chartHeight}
        xAxis={[{ data: names, categoryGapRatio: 0.6, colorMap: { type: 'ordinal', values: names, colors: [c.primary, c.accent] } }]}
        yAxis={counts}
        series={[{ data: values, barLabel: 'value' }]}
        sx={{ '& [class*=MuiBarChart-label], & [class*=MuiBarLabel]': { fill: c.onPrimary, fontWeight: 600 } }}
        hideLegend
        {...quiet}
      />
    </ChartPanel>
  );
}

function EntriesChart({ report }: { report: Report }) {
  const [kind, setKind] = useState<'bar' | 'line'>('bar');
  const hues = useHues();
  const shown = report.raw.filter(({ daily }) => daily.some((count) => count > 0));
  const days = daysOf(report);
  const series = entrySeries(shown).map(({ name, daily }, at) => ({
    data: [...daily],
    label: name,
    color: hues[at] ?? '',
  }));
  const toggle = (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={kind}
      onChange={(_, next: 'bar' | 'line' | null) => next && setKind(next)}
      aria-label={t('reporting.kind')}
    >
      <ToggleButton value="bar">{t('reporting.bar')}</ToggleButton>
      <ToggleButton value="line">{t('reporting.line')}</ToggleButton>
    </ToggleButtonGroup>
  );
  return (
    <ChartPanel
      title={t('reporting.entries')}
      about={t('reporting.entriesAbout')}
      summary={shown.flatMap(({ storageName, daily }) => daily.map((count, at) => `${storageName}, ${days[at] ?? ''}: ${count}`))}
      empty={shown.length === 0 ? t('reporting.entriesEmpty') : null}
      action={toggle}
      legend={<ChartLegend series={series} />}
    >
      {kind === 'bar' ? (
        <BarChart height={chartHeight} xAxis={[{ data: days }]} yAxis={counts} series={series} hideLegend {...quiet} />
      ) : (
        <LineChart height={chartHeight} xAxis={[{ data: days, scaleType: 'point' }]} yAxis={counts} series={series} hideLegend {...quiet} />
      )}
    </ChartPanel>
  );
}

function UsageChart({ report }: { report: Report }) {
  const c = useColours();
  const days = daysOf(report);
  const calls = report.apiUsageHistory.map(({ usage }) => usage);
  return (
    <ChartPanel
      title={t('reporting.usage')}
      about={t('reporting.usageAbout')}
      summary={calls.map((count, at) => `${days[at] ?? ''}: ${count}`)}
      empty={calls.every((count) => count === 0) ? t('reporting.usageEmpty') : null}
    >
      <LineChart
        height={chartHeight}
        xAxis={[{ data: days, scaleType: 'point' }]}
        yAxis={counts}
        series={[{ data: calls, color: c.primary, area: true, curve: 'linear', label: t('reporting.calls') }]}
        hideLegend
        sx={{ '& .MuiLineChart-area': { fillOpacity: 0.12 } }}
        {...quiet}
      />
    </ChartPanel>
  );
}

function daysOf({ apiUsageHistory }: Report): string[] {
  return apiUsageHistory.map(({ createdAt }) => createdAt.slice(5, 10));
}
