import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ApiError } from '../lib/api/api-error.ts';
import { t } from '../texts/index.ts';
import { CopyText } from './copy-text.tsx';
import { LogLink } from './form/log-link.tsx';

interface FailedProps {
  message: string;
  error?: unknown;
  onRetry?: () => void;
}

/** Shows a failure, the request id to quote, and Try again. The call's own answer is in the browser's log. */
export function Failed({ message, error, onRetry }: FailedProps) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )
      }
    >
      {message}
      {requestId && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, color: 'text.secondary' }}>
          {t('requestId')} <CopyText text={requestId} label={t('copyRequestId')} />
          <LogLink error={error} />
        </Box>
      )}
    </Alert>
  );
}
