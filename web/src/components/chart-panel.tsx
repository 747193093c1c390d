import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import { t } from '../texts/index.ts';
import '../texts/reporting.ts';

interface ChartPanelProps {
  title: string;
  about: string;
  /** The chart's numbers in words, for people who cannot see it. */
  summary: readonly string[];
  /** A description of the missing data, shown instead of an empty chart. */
  empty: string | null;
  action?: ReactNode;
  /** Below the chart. */
  legend?: ReactNode;
  children: ReactNode;
}

export function ChartPanel({ title, about, summary, empty, action, legend, children }: ChartPanelProps) {
  return (
    <Panel title={title} about={about} action={action}>
      {empty ? (
        <Box sx={{ height: 240, display: 'grid', placeItems: 'center', textAlign: 'center' }}>
          <Typography color="textSecondary" sx={{ maxWidth: 320 }}>
            {empty}
          </Typography>
        </Box>
      ) : (
        <>
          <Box aria-hidden sx={{ height: 240, minWidth: 0 }}>
            {children}
          </Box>
          {legend}
        </>
      )}
      <Box component="ul" aria-label={t('reporting.numbersOf', { title })} sx={visuallyHidden}>
        {summary.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Panel>
  );
}

const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  m: 0,
  p: 0,
};
