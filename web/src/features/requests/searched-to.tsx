import Box from '@mui/material/Box';
import { localDateTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';

/** Below lines or groups: how far back they go, and whether some stand for several calls. */
export function SearchedTo({ searchedTo, sampled }: { searchedTo: string; sampled: boolean }) {
  return (
    <Box sx={{ px: { xs: 0, sm: 4 }, py: 3, typography: 'body2', color: 'text.secondary' }} aria-live="polite">
      {t('requests.searchedTo', { time: localDateTime(searchedTo) })}
      {sampled && ` ${t('requests.sampled')}`}
    </Box>
  );
}
