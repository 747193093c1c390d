import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Failed } from '../components/failed.tsx';
import { pageLoad } from '../lib/browser.ts';
import { t } from '../texts/index.ts';

/**
 * Shown when a page breaks or its code cannot be loaded, for example after a release or while
 * offline. Reloads the page once the browser is online.
 */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    const again = () => pageLoad.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', px: 4, py: 16 }}>
      <Failed message={t('pageBroken')} error={error} onRetry={() => pageLoad.reload()} />
    </Box>
  );
}
