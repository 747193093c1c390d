import type { HealthState } from '@bedplate/contract';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import HourglassBottomOutlined from '@mui/icons-material/HourglassBottomOutlined';
import RemoveCircleOutlined from '@mui/icons-material/RemoveCircleOutlined';
import Chip from '@mui/material/Chip';
import { t } from '../../texts/index.ts';

const looks = {
  ok: { color: 'success', icon: <CheckCircleOutlined /> },
  slow: { color: 'warning', icon: <HourglassBottomOutlined /> },
  down: { color: 'error', icon: <ErrorOutlined /> },
  off: { color: 'default', icon: <RemoveCircleOutlined /> },
  unknown: { color: 'default', icon: <HelpOutlined /> },
} as const;

/**
 * A state as word, sign and colour.
 * @param isSignal what waits or misses is failing, not down
 */
export function HealthChip({ state, isSignal = false }: { state: HealthState; isSignal?: boolean }) {
  return (
    <Chip
      size="small"
      variant="outlined"
      {...looks[state]}
      label={t(isSignal && state === 'down' ? 'health.failing' : `health.${state}`)}
    />
  );
}
