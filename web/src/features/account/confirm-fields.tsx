import { timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '../../components/form/field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { LocalInbox } from '../../components/local-inbox.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { useToast } from '../../lib/toast.ts';
import { type Answer, answerOf, t } from '../../texts/index.ts';

interface Confirmation {
  current_password?: string | null | undefined;
  twoFactorCode?: string | null | undefined;
}

/** A proof that the server wants to see before it makes a change. */
export type Proof = 'current_password' | 'twoFactorCode';

interface ConfirmFieldsProps {
  wanted: ReadonlySet<Proof>;
  register: unknown;
  errors: unknown;
}

/** Asks for the current password, and for a mailed code where two-factor is on or there is no password. */
export function ConfirmFields(props: ConfirmFieldsProps) {
  // Of the settings form this needs its own two fields only.
  const register = props.register as UseFormRegister<Confirmation>;
  const errors = props.errors as FieldErrors<Confirmation>;
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const toast = useToast();
  const sendCode = async () => {
    setState('sending');
    try {
      const answer = await api.post<Answer & { data: { resendInSeconds: number } }>('/users/confirmation-code', {});
      setState('sent');
      const { resendInSeconds: seconds } = answer.data;
      // Within the minute no further one is sent.
      if (seconds * 1000 >= timings.twoFactorResend) toast.info(answerOf('message.twoFactorSent', answer));
      else toast.info(answerOf('message.twoFactorRecent', answer, { seconds }));
    } catch (error) {
      setState('idle');
      toast.error(messageOf(error), error);
    }
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {props.wanted.has('current_password') && (
        <PasswordField
          label={t('settings.currentPassword')}
          required
          autoComplete="current-password"
          help={t('settings.currentPasswordHelp')}
          error={errors.current_password?.message}
          {...register('current_password')}
        />
      )}
      {props.wanted.has('twoFactorCode') && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
          <Field
            label={t('settings.code')}
            required
            inputProps={{ inputMode: 'numeric', maxLength: 12 }}
            autoComplete="one-time-code"
            error={errors.twoFactorCode?.message}
            {...register('twoFactorCode')}
          />
          {state === 'sent' ? (
            <LocalInbox />
          ) : (
            <SubmitButton type="button" variant="text" size="small" busy={state === 'sending'} onClick={() => void sendCode()}>
              {t('settings.sendCode')}
            </SubmitButton>
          )}
        </Box>
      )}
    </Box>
  );
}
