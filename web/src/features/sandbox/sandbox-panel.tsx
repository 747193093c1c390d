import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { Panel } from '../../components/panel.tsx';
import { t } from '../../texts/index.ts';
import { AddDataDialog } from './add-data-dialog.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { PairTable } from './pair-table.tsx';
import { RequestBar } from './request-bar.tsx';
import { useSandbox } from './use-sandbox.ts';

/** A GET of any address from the browser, its answer, and a way to store the answer. */
export function SandboxPanel({ projectId }: { projectId: string }) {
  const sandbox = useSandbox(projectId);
  const [tab, setTab] = useState<'params' | 'headers'>('params');
  const [adding, setAdding] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={t('sandbox.request')}>
        <RequestBar sandbox={sandbox} onAddData={() => setAdding(true)} />
        <Tabs
          value={tab}
          onChange={(_, next: 'params' | 'headers') => setTab(next)}
          aria-label={t('sandbox.request')}
          sx={{ my: 3, minHeight: 36 }}
        >
          <Tab value="params" label={t('sandbox.params')} sx={{ minHeight: 36, py: 1 }} />
          <Tab value="headers" label={t('sandbox.headers')} sx={{ minHeight: 36, py: 1 }} />
        </Tabs>
        {tab === 'params' ? (
          <PairTable name={t('sandbox.params')} rows={sandbox.params} onChange={sandbox.setParams} />
        ) : (
          <PairTable name={t('sandbox.headers')} rows={sandbox.headers} onChange={sandbox.setHeaders} />
        )}
      </Panel>
      <AnswerPanel sandbox={sandbox} />
      {adding && <AddDataDialog projectId={projectId} url={sandbox.url} answer={sandbox.answer} onClose={() => setAdding(false)} />}
    </Box>
  );
}
