import { useState } from 'react';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { useToast } from '../../lib/toast.ts';
import { type Answer, answerOf, t } from '../../texts/index.ts';

/** Asks for another verification mail. The answer is the same for known and unknown addresses. */
export function ResendVerification({ email }: { email: string }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      const answer = await api.post<Answer>('/authentication/resend-verification', { email }, { visitor: true });
      toast.success(answerOf('message.verificationSent', answer));
    } catch (error) {
      toast.error(messageOf(error), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SubmitButton
      type="button"
      variant="outlined"
      color="inherit"
      busy={busy}
      onClick={() => void resend()}
      sx={{ alignSelf: 'flex-start' }}
    >
      {t('verification.resend')}
    </SubmitButton>
  );
}
