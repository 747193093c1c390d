import { messages, timings } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { z } from 'zod';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';

interface TwoFactorDialogProps {
  /** Completes the login; its rejection is shown here. */
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<unknown>;
  onClose: () => void;
}

const Code = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/gu, ''))
    .pipe(z.string().regex(/^[0-9]{6}$/, t('twoFactor.sixDigits'))),
});

/** Asks for the mailed code; another one can be asked for after a minute. */
export function TwoFactorDialog({ onCode, onResend, onClose }: TwoFactorDialogProps) {
  const form = useContractForm(Code, { code: '' });
  const [error, setError] = useState<string | null>(null);
  const { seconds, restart } = useCountdown(timings.twoFactorResend);
  const toast = useToast();
  const attempt = async (action: () => Promise<unknown>) => {
    setError(null);
    try {
      await action();
      return true;
    } catch (failure) {
      setError(messageOf(failure));
      return false;
    }
  };
  const resend = async () => {
    restart();
    if (await attempt(onResend)) toast.info(messages.twoFactorSent);
  };
  const { isSubmitting, errors } = form.formState;
  return (
    <FormDialog
      open
      title={t('twoFactor.title')}
      error={error}
      onClose={onClose}
      onSubmit={form.handleSubmit(async ({ code }) => void (await attempt(() => onCode(code))))}
      actions={
        <>
          <SubmitButton
            type="button"
            variant="text"
            color="inherit"
            busy={false}
            disabled={seconds > 0}
            onClick={() => void resend()}
            sx={{ mr: 'auto' }}
          >
            {seconds > 0 ? t('twoFactor.resendIn', { seconds }) : t('twoFactor.resend')}
          </SubmitButton>
          <SubmitButton busy={isSubmitting}>{t('twoFactor.verify')}</SubmitButton>
        </>
      }
    >
      <Typography color="textSecondary">{messages.twoFactorSent}</Typography>
      <Field
        label={t('twoFactor.code')}
        inputProps={{ inputMode: 'numeric', maxLength: 12 }}
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...form.register('code')}
      />
    </FormDialog>
  );
}
