import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { t } from '../texts/index.ts';

/** Fills the page while it is not known yet what to show. */
export function FullPageProgress() {
  return (
    <Box sx={{ minHeight: '60vh', display: 'grid', placeItems: 'center' }}>
      <CircularProgress size={24} aria-label={t('loading')} />
    </Box>
  );
}
