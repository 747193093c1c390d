import { timings } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { z } from 'zod';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { LocalInbox } from '../../components/local-inbox.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm, useSave } from '../../lib/form.ts';
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
  const { submit, failure, setFailure } = useSave(form, ({ code }) => onCode(code), { spellings: null, asks: false });
  const { seconds, restart } = useCountdown(timings.twoFactorResend);
  const toast = useToast();
  const resend = async () => {
    restart();
    setFailure(null);
    try {
      await onResend();
      toast.info(t('message.twoFactorSent'));
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const { isSubmitting, isDirty, errors } = form.formState;
  return (
    <FormDialog
      title={t('twoFactor.title')}
      error={failure}
      onClose={onClose}
      isDirty={isDirty && !isSubmitting}
      onSubmit={submit}
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
      <Typography color="textSecondary">{t('message.twoFactorSent')}</Typography>
      <LocalInbox />
      <Field
        label={t('twoFactor.code')}
        required
        inputProps={{ inputMode: 'numeric', maxLength: 12 }}
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...form.register('code')}
      />
    </FormDialog>
  );
}
