import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';
import { type Bar, uptimeOf } from './bars.ts';

/**
 * Bars for hours or days: more failed checks make a bar higher and redder. Without checks it is a line.
 */
export function UptimeBars({ label, bars, nameOf }: { label: string; bars: readonly Bar[]; nameOf: (bar: Bar) => string }) {
  const uptime = uptimeOf(bars);
  const words = uptime === null ? t('health.noChecks') : t('health.uptime', { percent: uptime });
  const failed = bars.filter((bar) => bar.failed > 0).map((bar) => `${nameOf(bar)}: ${t('health.failedOf', { ...numbers(bar) })}`);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="caption" color="textSecondary">
          {label}
        </Typography>
        <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {words}
        </Typography>
      </Box>
      <Box
        component="figure"
        aria-label={`${label}: ${[words, ...failed].join('; ')}`}
        sx={{ m: 0, display: 'flex', alignItems: 'flex-end', gap: bars.length > 30 ? '1px' : '2px', height: 24 }}
      >
        {bars.map((bar) => (
          <Box
            key={bar.key}
            title={`${nameOf(bar)}: ${bar.checks === 0 ? t('health.noChecks') : t('health.failedOf', { ...numbers(bar) })}`}
            sx={{ flex: 1, minWidth: 0, borderRadius: '2px', forcedColorAdjust: 'none', ...lookOf(bar) }}
          />
        ))}
      </Box>
    </Box>
  );
}

function numbers({ checks, failed }: Bar) {
  return { checks, failed };
}

function lookOf({ checks, failed }: Bar) {
  if (checks === 0) return { height: 3, bgcolor: 'divider' };
  if (failed === 0) return { height: '60%', bgcolor: 'success.main' };
  return failed < checks ? { height: '80%', bgcolor: 'warning.main' } : { height: '100%', bgcolor: 'error.main' };
}
