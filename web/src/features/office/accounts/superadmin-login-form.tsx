import { Credentials, type LoginAnswer, messages, officeMessages, timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/navigation/paths.ts';
import { useWantedPage } from '../../../lib/navigation/wanted-page.ts';
import { Field } from '../../../components/form/field.tsx';
import { FormMessage, type FormNote } from '../../../components/form/form-message.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { showServerProblems, useContractForm } from '../../../lib/form.ts';
import { t } from '../../../texts/index.ts';
import { askSecondFactor, sessionOf } from '../../account/sign-in.ts';
import { TwoFactorDialog } from '../../account/two-factor-dialog.tsx';

/** For platform staff alone: everybody else is refused before this browser keeps anything. */
export function SuperadminLoginForm() {
  const form = useContractForm(Credentials, { email: '', password: '' });
  const [note, setNote] = useState<FormNote | null>(null);
  const [waiting, setWaiting] = useState<Credentials | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const wanted = useWantedPage();
  useRedirect(target);
  const { errors, isSubmitting } = form.formState;

  const finish = async (credentials: Credentials) => {
    const answer = await api.post<LoginAnswer>('/authentication/login', credentials, { visitor: true });
    setWaiting(null);
    if (answer.data.role !== 'superadmin') {
      setNote({ kind: 'error', text: officeMessages.denied });
      setTarget(paths.login());
      return;
    }
    sessionOf(answer);
    setNote({ kind: 'success', text: messages.loggedIn });
    setTarget(wanted ?? paths.superadminDashboard());
  };
  const submit = form.handleSubmit(async (credentials) => {
    setNote(null);
    try {
      if (await askSecondFactor(credentials)) setWaiting(credentials);
      else await finish(credentials);
    } catch (error) {
      if (!showServerProblems(form, error)) setNote({ kind: 'error', text: messageOf(error) });
    }
  });

  return (
    <>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage note={note} />
        <Field label={t('email')} type="email" autoComplete="username" required error={errors.email?.message} {...form.register('email')} />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <SubmitButton size="large" fullWidth busy={isSubmitting || target !== null}>
          {t('login')}
        </SubmitButton>
      </Box>
      {waiting && (
        <TwoFactorDialog
          onCode={(twoFactorCode) => finish({ ...waiting, twoFactorCode })}
          onResend={() => askSecondFactor(waiting)}
          onClose={() => setWaiting(null)}
        />
      )}
    </>
  );
}

function useRedirect(target: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(() => void navigate(target, { replace: true }), timings.loginRedirect);
    return () => clearTimeout(timer);
  }, [target, navigate]);
}
