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
} as const satisfies Record<LiveState, string>;
const states = Object.keys(colorOf) as LiveState[]; // of all states

function textOf(state: LiveState): string {
  return state === 'live' ? 'LiveSync' : t(`live.${state}`);
}

/** A line for each text that can stand there, which takes up their width and shows nothing. */
function roomFor(texts: readonly string[]) {
  const content = texts.map((text) => JSON.stringify(text)).join(String.raw` "\A" `);
  return { content, display: 'block', height: 0, overflow: 'hidden', visibility: 'hidden', whiteSpace: 'pre' } as const;
}

/** 'LiveSync', or its state while it is not live, beside a list's title. It is always as wide, so that no row moves below a hand. */
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
        <Box component="span" sx={{ '&::after': roomFor(states.map(textOf)) }}>
          {textOf(state)}
        </Box>
      </Box>
    </Tooltip>
  );
}
