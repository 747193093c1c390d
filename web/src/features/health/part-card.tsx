import type { HealthPart } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import { dayBars, hourBars } from './bars.ts';
import { HealthChip } from './health-chip.tsx';
import { UptimeBars } from './uptime-bars.tsx';

const LatencyLine = lazy(async () => ({ default: (await import('./latency-line.tsx')).LatencyLine }));

/** One part: how it is, how fast it answers, and how it was in 24 hours and 90 days. */
export function PartCard({ part, today }: { part: HealthPart; today: string }) {
  const answered = part.recent.filter((value) => value !== null).filter((value) => value >= 0);
  return (
    <Panel title={t(`health.part.${part.name}`)} about={t(`health.about.${part.name}`)} action={<HealthChip state={part.state} />}>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {part.reason !== null && (
          <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
            {part.reason}
          </Typography>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
          <Box sx={{ minWidth: 0, flexShrink: 0 }}>
            <Typography sx={{ fontSize: '1.25rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>{time(part.millis)}</Typography>
            <Typography variant="caption" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {timesOf(part)}
            </Typography>
          </Box>
          <Box aria-hidden sx={{ flex: 1, minWidth: 0, height: 40 }}>
            {answered.length > 1 && (
              <Suspense fallback={<LoadingBlock height={40} />}>
                <LatencyLine millis={answered} />
              </Suspense>
            )}
          </Box>
        </Box>
        <UptimeBars label={t('health.hours')} bars={hourBars(part)} nameOf={({ key }) => t('health.hourAgo', { hours: key })} />
        <UptimeBars label={t('health.days')} bars={dayBars(part, today)} nameOf={({ key }) => key} />
      </Box>
    </Panel>
  );
}

/** A check without an answer is one all the same. */
function timesOf({ p50, p95, recent }: HealthPart): string {
  if (p50 !== null) return t('health.percentiles', { p50: time(p50), p95: time(p95) });
  return t(recent.some((value) => value !== null) ? 'health.noAnswers' : 'health.noChecks');
}

function time(millis: number | null): string {
  return millis === null ? '–' : t('health.millis', { millis: localNumber(millis) });
}
