import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { SandboxPanel } from '../features/sandbox/sandbox-panel.tsx';
import { t } from '../texts/index.ts';
import '../texts/calls.ts';

const Playground = lazy(async () => ({ default: (await import('../features/playground/playground.tsx')).Playground }));

/** The project's own endpoints first, then any other address. */
export function SandboxPage() {
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  const wanted = { storageId: address.get('storage'), operation: address.get('call') };
  return (
    <Page title={t('sandbox.title')} subtitle={t('sandbox.subtitle')}>
      <Suspense fallback={<LoadingBlock height={480} />}>
        <Playground projectId={id} wanted={wanted} />
      </Suspense>
      <Box component="section" aria-label={t('sandbox.anyAddress')} sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography variant="h2">{t('sandbox.anyAddress')}</Typography>
        <SandboxPanel projectId={id} />
      </Box>
    </Page>
  );
}
