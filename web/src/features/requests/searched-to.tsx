import Box from '@mui/material/Box';
import { localDateTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';

interface SearchedToProps {
  searchedTo: string;
  /** Some stand for several calls. */
  sampled: boolean;
  /** Some are left out, as too many came at once. */
  isBehind?: boolean;
}

/** Below lines or groups: how far back they go, and what they lack. */
export function SearchedTo({ searchedTo, sampled, isBehind = false }: SearchedToProps) {
  return (
    <Box sx={{ px: { xs: 0, sm: 4 }, py: 3, typography: 'body2', color: 'text.secondary' }} aria-live="polite">
      {sentences(
        t('requests.searchedTo', { time: localDateTime(searchedTo) }),
        sampled && t('requests.sampled'),
        isBehind && t('requests.liveBehind'),
      )}
    </Box>
  );
}
