import Box from '@mui/material/Box';
import { useRouteError } from 'react-router-dom';
import { Failed } from '../components/failed.tsx';
import { t } from '../texts/index.ts';

/** Shown when a page breaks or its code cannot be loaded, for example after a release or while offline. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', px: 4, py: 16 }}>
      <Failed message={t('pageBroken')} error={error} onRetry={() => window.location.reload()} />
    </Box>
  );
}
