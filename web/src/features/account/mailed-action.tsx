import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { type Answer, answerOf, t } from '../../texts/index.ts';
import { AuthCard } from './auth-card.tsx';

interface MailedActionProps {
  /** The page, and with it the call: both end in the same word. */
  action: 'unlock' | 'not-me';
  title: string;
  about: string;
  button: string;
  /** The message of success. */
  done: 'message.unlocked' | 'message.lockedByOwner';
}

/** Opened from a mail. A person presses the button: programs that open links must change nothing. */
export function MailedAction({ action, title, about, button, done }: MailedActionProps) {
  const { token = '' } = useParams();
  const act = useMutation({
    mutationFn: () => api.post<Answer>(`/authentication/${encodeURIComponent(token)}/${action}`, {}, { visitor: true }),
  });
  return (
    <AuthCard title={title} subtitle={about}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }} aria-live="polite">
        {act.isSuccess && <Alert severity="success">{answerOf(done, act.data)}</Alert>}
        {act.isError && <Refusal error={act.error}>{messageOf(act.error, t('message.unlockFailed'))}</Refusal>}
        {act.isSuccess || act.isError ? (
          <Button component={Link} to={paths.login()} variant="contained" size="large">
            {t('goToLogin')}
          </Button>
        ) : (
          <SubmitButton type="button" size="large" busy={act.isPending} onClick={() => act.mutate()}>
            {button}
          </SubmitButton>
        )}
      </Box>
    </AuthCard>
  );
}
