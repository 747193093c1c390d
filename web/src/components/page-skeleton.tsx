import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { t } from '../texts/index.ts';

/**
 * A page's outline before its content is known: title, line and content in their later places.
 */
export function PageSkeleton() {
  return (
    <Box component="output" aria-label={t('loading')} aria-busy="true" sx={{ display: 'block', p: { xs: 4, sm: 6 }, minHeight: '60vh' }}>
      <Skeleton width="min(260px, 60%)" height={36} />
      <Skeleton width="min(420px, 90%)" height={20} sx={{ mb: 5 }} />
      <Skeleton variant="rounded" height={280} sx={{ borderRadius: '12px' }} />
    </Box>
  );
}
