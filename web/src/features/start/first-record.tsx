import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';
import { useOwnStorages } from '../endpoints/endpoint-queries.ts';
import { AppKey } from './app-key.tsx';
import { FirstCall } from './first-call.tsx';
import { NextGuides } from './next-guides.tsx';
import { useEarlierKey } from './use-earlier-key.ts';

interface FirstRecordProps {
  projectId: string;
  storageId: string;
  /** No record has come yet. */
  isEmpty: boolean;
}

/** Below an empty storage: a key on one press, and the call that writes its first record. */
export function FirstRecord({ projectId, storageId, isEmpty }: FirstRecordProps) {
  const makesKeys = useMay()('keys.read');
  const [apiKey, setApiKey] = useState<string | null>(null);
  const storage = useOwnStorages().data?.find(({ id }) => id === storageId);
  const earlier = useEarlierKey(projectId, storage ?? null, makesKeys && isEmpty);
  // The key is shown nowhere else: it stays when the record comes.
  if (!storage || (!isEmpty && apiKey === null)) return null;
  return (
    <Box
      component="section"
      aria-label={t('next.record')}
      sx={{ maxWidth: 720, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="h3" component="h2">
        {t('next.record')}
      </Typography>
      {isEmpty && <Typography color="textSecondary">{t('start.sendHere')}</Typography>}
      {makesKeys && (
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          <AppKey projectId={projectId} storage={storage} made={apiKey !== null} earlier={earlier} onMade={setApiKey} />
        </Box>
      )}
      <FirstCall projectId={projectId} storage={storage} apiKey={apiKey} />
      {!isEmpty && <NextGuides />}
    </Box>
  );
}
