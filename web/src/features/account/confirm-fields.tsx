import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';

interface Confirmation {
  current_password?: string | null | undefined;
  twoFactorCode?: string | null | undefined;
}

interface ConfirmFieldsProps {
  register: unknown;
  errors: unknown;
}

/** Shown when the server wants to know again who is there: the present password or, for people without one, a mailed code. */
export function ConfirmFields(props: ConfirmFieldsProps) {
  // Of the settings form this needs its own two fields only.
  const register = props.register as UseFormRegister<Confirmation>;
  const errors = props.errors as FieldErrors<Confirmation>;
  const [sent, setSent] = useState(false);
  const toast = useToast();
  const sendCode = async () => {
    try {
      const { message } = await api.post<{ message: string }>('/users/confirmation-code', {});
      setSent(true);
      toast.info(message);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <PasswordField
        label={t('settings.currentPassword')}
        autoComplete="current-password"
        help={t('settings.currentPasswordHelp')}
        error={errors.current_password?.message}
        {...register('current_password')}
      />
      {sent ? (
        <Field
          label={t('settings.code')}
          inputProps={{ inputMode: 'numeric', maxLength: 12 }}
          autoComplete="one-time-code"
          {...register('twoFactorCode')}
        />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('settings.noPassword')}{' '}
          <Button size="small" onClick={sendCode}>
            {t('settings.sendCode')}
          </Button>
        </Typography>
      )}
    </Box>
  );
}
