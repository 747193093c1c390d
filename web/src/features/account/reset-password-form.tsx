import { PasswordReset, timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { FormMessage, type FormNote } from '../../components/form/form-message.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { api } from '../../lib/api/client.ts';
import { useContractForm, useSave } from '../../lib/form.ts';
import { type Answer, answerOf, t } from '../../texts/index.ts';

/** Sets a new password with a mailed token, then leads to the login. */
export function ResetPasswordForm({ token }: { token: string }) {
  const form = useContractForm(PasswordReset, { password: '', confirm_password: '', start_afresh: false });
  const [note, setNote] = useState<FormNote | null>(null);
  const navigate = useNavigate();
  const done = note !== null;
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(paths.login(), { replace: true }), timings.resetRedirect);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  const { submit, failure } = useSave(form, async ({ start_afresh, ...body }) => {
    const path = `/authentication/${encodeURIComponent(token)}/reset-password`;
    const answer = await api.post<Answer>(path, { ...body, ...(start_afresh && { start_afresh }) }, { visitor: true });
    setNote({ kind: 'info', text: answerOf('message.passwordReset', answer) });
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <FormMessage note={note} failure={failure} />
      <PasswordField
        label={t('newPassword')}
        autoComplete="new-password"
        required
        help={t('password.rule')}
        error={errors.password?.message}
        {...form.register('password', { deps: ['confirm_password'] })}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        required
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <FormControlLabel
        sx={{ m: 0, gap: 2, alignItems: 'flex-start' }}
        control={<Checkbox sx={{ p: 0 }} {...form.register('start_afresh')} slotProps={{ input: { 'aria-describedby': 'afresh-help' } }} />}
        label={
          <>
            {t('reset.afresh')}
            <Typography id="afresh-help" variant="body2" color="textSecondary">
              {t('reset.afreshHelp')}
            </Typography>
          </>
        }
      />
      <SubmitButton size="large" fullWidth busy={isSubmitting || done}>
        {t('reset.submit')}
      </SubmitButton>
    </Box>
  );
}
