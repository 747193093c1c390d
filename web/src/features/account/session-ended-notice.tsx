import Alert from '@mui/material/Alert';
import { useHasEnded } from '../../lib/navigation/wanted-page.ts';
import { useSession } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';

/** Tells people why the login is here, when their session has ended without their doing. */
export function SessionEndedNotice() {
  const hasEnded = useHasEnded();
  if (useSession() || !hasEnded) return null;
  return (
    <Alert severity="info" role="note" sx={{ mb: 4 }}>
      {t('login.ended')}
    </Alert>
  );
}
