import type { HealthFigures, HealthPart } from '@bedplate/contract';
import { healthLimits } from '@bedplate/contract';

/** The meaning of one bar. */
export interface Bar extends Pick<HealthFigures, 'checks' | 'failed'> {
  key: string;
}

const perHour = healthLimits.slotsOfDay / 24;

/** The last 24 hours as 24 bars, oldest first. */
export function hourBars({ recent }: Pick<HealthPart, 'recent'>): Bar[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const checks = recent.slice(hour * perHour, (hour + 1) * perHour).filter((value) => value !== null);
    return { key: String(24 - hour), checks: checks.length, failed: checks.filter((value) => value < 0).length };
  });
}

/**
 * The last 90 days as 90 bars, oldest first, including days without checks.
 * @param today yyyy-mm-dd in UTC
 */
export function dayBars({ days }: Pick<HealthPart, 'days'>, today: string): Bar[] {
  const known = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: healthLimits.historyDays }, (_, at) => {
    const ago = healthLimits.historyDays - 1 - at;
    const date = new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
    const { checks = 0, failed = 0 } = known.get(date) ?? {};
    return { key: date, checks, failed };
  });
}

/**
 * The share of checks that were answered, in percent, cut and not rounded: 100 is only what never
 * failed. Null without a check.
 */
export function uptimeOf(bars: readonly Pick<Bar, 'checks' | 'failed'>[]): string | null {
  const checks = bars.reduce((sum, bar) => sum + bar.checks, 0);
  const failed = bars.reduce((sum, bar) => sum + bar.failed, 0);
  if (checks === 0) return null;
  return String(Math.floor(((checks - failed) / checks) * 10_000) / 100);
}
