import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';

interface StartStepProps {
  number: number;
  isDone: boolean;
  title: string;
  /** Beside the title. */
  mark?: ReactNode;
  children: ReactNode;
}

/** A step with its number, or its tick once it is done. */
export function StartStep({ number, isDone, title, mark, children }: StartStepProps) {
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', columnGap: 3, alignItems: 'start' }}>
      {isDone ? <CheckCircle titleAccess={t('start.done')} sx={{ color: 'success.main', fontSize: 24 }} /> : <Place number={number} />}
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', '& > *': { maxWidth: '100%' } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
          <Typography component="h3" variant="body1" sx={{ fontWeight: 550, lineHeight: '24px' }}>
            {title}
          </Typography>
          {mark}
        </Box>
        {children}
      </Box>
    </Box>
  );
}

function Place({ number }: { number: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: 24,
        height: 24,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '50%',
        border: 1,
        borderColor: 'control',
        typography: 'caption',
      }}
    >
      {number}
    </Box>
  );
}
