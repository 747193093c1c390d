import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The reason, and what to do next. */
  children: ReactNode;
  action?: ReactNode;
  /** Code to run next, below the action: aligned to the left and as wide as it needs. */
  sample?: ReactNode;
}

/**
 * Nothing here yet: a drawing in two strokes, one sentence, one action, and the call that would
 * fill it. A plus is for what can be added here.
 */
export function EmptyState({ title, children, action, sample }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', textAlign: 'center', gap: 2, px: 6, py: 12 }}>
      <Box
        component="svg"
        viewBox="0 0 64 48"
        aria-hidden
        sx={{ width: 64, height: 48, fill: 'none', stroke: 'currentColor', strokeWidth: 2, color: 'control', mb: 2 }}
      >
        <rect x="6" y="10" width="52" height="28" rx="8" />
        <path d={action || sample ? 'M26 24h12m-6-6v12' : 'M26 24h12'} strokeLinecap="round" />
      </Box>
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 420 }}>
        {children}
      </Typography>
      {action && <Box sx={{ mt: 3 }}>{action}</Box>}
      {sample && <Box sx={{ mt: 4, width: '100%', maxWidth: 720, textAlign: 'left' }}>{sample}</Box>}
    </Box>
  );
}
