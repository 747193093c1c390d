import type { RecordJob } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { inOurWords } from '../lib/api/api-error.ts';
import { t } from '../texts/index.ts';

/** Why the last try of a job failed that goes on by itself: whoever waits for it may have to act. */
export function LastTry({ of: { failure, failureText } }: { of: Pick<RecordJob, 'failure' | 'failureText'> }) {
  if (failure === null) return null;
  return (
    <Typography variant="body2" color="error">
      {t('lastTryFailed', { reason: inOurWords({ ...failureText, message: failure }) })}
    </Typography>
  );
}
