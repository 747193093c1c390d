import type { Analytics, Counted } from '@bedplate/contract';
import { PieChart } from '@mui/x-charts/PieChart';
import { useHues } from '../../../lib/theme/chart-colours.ts';
import { t } from '../../../texts/index.ts';
import { ChartPanel } from '../../../components/chart-panel.tsx';
import { visitWord } from './visit-words.ts';

/** Visits by page, country, device and browser, and people against programs: five doughnuts. */
export function VisitCharts({ analytics }: { analytics: Analytics }) {
  return (
    <>
      <Doughnut title={t('office.byPage')} counts={analytics.visitsPerPage} />
      <Doughnut title={t('office.byCountry')} counts={analytics.visitsPerCountry} />
      <Doughnut title={t('office.byDevice')} counts={analytics.visitsPerDevice} />
      <Doughnut title={t('office.byBrowser')} counts={analytics.visitsPerBrowser} />
      <Doughnut title={t('office.bots')} counts={analytics.botVsHuman} />
    </>
  );
}

function Doughnut({ title, counts }: { title: string; counts: readonly Counted[] }) {
  const hues = useHues();
  const slices = atMost(
    hues.length,
    counts.filter(({ count }) => Number(count) > 0),
  ).map(({ name, count }, at) => ({
    id: name,
    value: Number(count),
    label: `${visitWord(name)}: ${count}`,
    color: hues[at] ?? '',
  }));
  return (
    <ChartPanel title={title} about="" summary={slices.map(({ label }) => label)} empty={slices.length === 0 ? t('office.noVisits') : null}>
      <PieChart
        height={240}
        series={[{ data: slices, innerRadius: 56, paddingAngle: 2, cornerRadius: 4 }]}
        skipAnimation
        disableKeyboardNavigation
      />
    </ChartPanel>
  );
}

/** @returns the counts, the last ones as one where there are more than hues */
function atMost(most: number, counts: readonly Counted[]): readonly Counted[] {
  if (counts.length <= most) return counts;
  const others = counts.slice(most - 1).reduce((sum, { count }) => sum + Number(count), 0);
  return [...counts.slice(0, most - 1), { name: 'other', count: String(others) }];
}
