import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { Page } from '../components/page.tsx';
import { SandboxPanel } from '../features/sandbox/sandbox-panel.tsx';
import { t } from '../texts/index.ts';

const Playground = lazy(async () => ({ default: (await import('../features/playground/playground.tsx')).Playground }));

export function SandboxPage() {
  const { id = '' } = useParams();
  const [tab, setTab] = useState<'sandbox' | 'playground'>('sandbox');
  return (
    <Page title={t('sandbox.title')} subtitle={t('sandbox.subtitle')}>
      <Tabs value={tab} onChange={(_, next: 'sandbox' | 'playground') => setTab(next)} aria-label={t('sandbox.title')}>
        <Tab value="sandbox" label={t('sandbox.anyAddress')} />
        <Tab value="playground" label={t('playground.title')} />
      </Tabs>
      {tab === 'sandbox' ? (
        <SandboxPanel projectId={id} />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Playground projectId={id} />
        </Suspense>
      )}
    </Page>
  );
}
