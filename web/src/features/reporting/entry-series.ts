import type { Report } from '@bedplate/contract';
import { chartHues } from '../../lib/theme/chart-colours.ts';
import { t } from '../../texts/index.ts';
import '../../texts/reporting.ts';

/** One for each hue: the same one twice would be of two meanings. */
const seriesMax = chartHues.light.length;

interface EntrySeries {
  name: string;
  daily: readonly number[];
}

/**
 * @returns the series of the chart of entries: the storages that have entries, or, if there are many,
 * the busiest ones and all others as one
 */
export function entrySeries(raw: Report['raw']): EntrySeries[] {
  const all = raw.map(({ storageName, daily }) => ({ name: storageName, daily })).filter(({ daily }) => sum(daily) > 0);
  if (all.length <= seriesMax) return all;
  const byEntries = [...all].sort((a, b) => sum(b.daily) - sum(a.daily));
  const others = byEntries.slice(seriesMax - 1);
  const days = others[0]?.daily ?? [];
  const daily = days.map((_, day) => sum(others.map((series) => series.daily[day] ?? 0)));
  return [...byEntries.slice(0, seriesMax - 1), { name: t('reporting.others', { count: others.length }), daily }];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
