import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { SubmitButton } from '../components/form/submit-button.tsx';
import { AuthCard } from '../features/account/auth-card.tsx';
import { messageOf } from '../lib/api/api-error.ts';
import { api } from '../lib/api/client.ts';
import { type Answer, answerOf, t } from '../texts/index.ts';

/** Opened from the mail about a locked account. A person presses the button: programs that open links must not unlock. */
export function UnlockPage() {
  const { token = '' } = useParams();
  const unlock = useMutation({
    mutationFn: () => api.post<Answer>(`/authentication/${encodeURIComponent(token)}/unlock`, {}, { visitor: true }),
  });
  const done = unlock.isSuccess || unlock.isError;
  return (
    <AuthCard title={t('unlock.title')} subtitle={t('unlock.about')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }} aria-live="polite">
        {unlock.isSuccess && <Alert severity="success">{answerOf('message.unlocked', unlock.data)}</Alert>}
        {unlock.isError && <Alert severity="error">{messageOf(unlock.error, t('message.unlockFailed'))}</Alert>}
        {done ? (
          <Button component={Link} to={paths.login()} variant="contained" size="large">
            {t('goToLogin')}
          </Button>
        ) : (
          <SubmitButton type="button" size="large" busy={unlock.isPending} onClick={() => unlock.mutate()}>
            {t('unlock.button')}
          </SubmitButton>
        )}
      </Box>
    </AuthCard>
  );
}
