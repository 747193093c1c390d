import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';
import { useOwnStorages } from '../endpoints/endpoint-queries.ts';
import { NextCall } from './next-call.tsx';

/** Below an empty storage: the call that writes its first record. */
export function FirstRecord({ projectId, storageId }: { projectId: string; storageId: string }) {
  const storage = useOwnStorages().data?.find(({ id }) => id === storageId);
  if (!storage) return null;
  return (
    <Box component="section" aria-label={t('next.record')} sx={{ maxWidth: 720 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {t('next.record')}
      </Typography>
      <NextCall projectId={projectId} operation="create" storage={storage} />
    </Box>
  );
}
