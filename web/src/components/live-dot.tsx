import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { keyframes } from '@mui/material/styles';
import type { LiveState } from '../lib/live/live-registry.ts';
import { t } from '../texts/index.ts';

/**
 * Animates only shape and opacity: the compositor moves them without processor time.
 */
const pulse = keyframes`0% { transform: scale(1); opacity: 0.6; } 70%, 100% { transform: scale(2.4); opacity: 0; }`;
const colorOf = {
  live: 'accent.main',
  'catching-up': 'warning.main',
  connecting: 'text.secondary',
  offline: 'text.secondary',
  'signed-out': 'warning.main',
} as const;

/** 'LiveSync' with its state, beside a list's title. */
export function LiveDot({ state }: { state: LiveState }) {
  return (
    <Tooltip title={t(`live.${state}.help`)}>
      <Box
        component="output"
        aria-label={`LiveSync: ${t(`live.${state}`)}`}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, color: colorOf[state], typography: 'caption', fontWeight: 550 }}
      >
        <Box
          sx={{
            width: 7,
            height: 7,
            borderRadius: '50%',
            bgcolor: 'currentColor',
            ...(state === 'live' && {
              '&::after': {
                content: '""',
                display: 'block',
                height: '100%',
                borderRadius: 'inherit',
                bgcolor: 'currentColor',
                animation: `${pulse} 2.4s ease-out infinite`,
              },
            }),
          }}
        />
        LiveSync
        {state !== 'live' && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 450 }}>
            {t(`live.${state}`)}
          </Box>
        )}
      </Box>
    </Tooltip>
  );
}
