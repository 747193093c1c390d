import { Credentials, messages, timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Divider from '@mui/material/Divider';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { afterLogin, useWantedPage } from '../../lib/navigation/wanted-page.ts';
import { Field } from '../../components/form/field.tsx';
import { FormMessage, type FormNote } from '../../components/form/form-message.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { showServerProblems, useContractForm } from '../../lib/form.ts';
import type { Session } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';
import { SwitchedOff } from '../maintenance/switched-off.tsx';
import { GoogleButton } from './google-button.tsx';
import { type GoogleData, signInWithGoogle } from './google-sign-in.ts';
import { ResendVerification } from './resend-verification.tsx';
import { askSecondFactor, signIn } from './sign-in.ts';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

/** Password first; then, if the account asks for it, the mailed code; then the page that was asked for, or the role's home. */
export function LoginForm() {
  const form = useContractForm(Credentials, { email: '', password: '' });
  const [note, setNote] = useState<FormNote | null>(null);
  const [waiting, setWaiting] = useState<SecondStep | null>(null);
  const [session, setSession] = useState<Session | null>(null);
  useRedirect(session);
  const { errors, isSubmitting } = form.formState;

  const welcome = (signedIn: Session) => {
    setWaiting(null);
    setNote({ kind: 'success', text: messages.loggedIn });
    setSession(signedIn);
  };
  const finish = async (credentials: Credentials) => welcome((await signIn(credentials)).session);
  const withGoogle = async (data: GoogleData) => {
    setNote(null);
    try {
      const signedIn = await signInWithGoogle(data);
      if (signedIn) return welcome(signedIn);
      setWaiting({
        onCode: async (code) => {
          const completed = await signInWithGoogle(data, code);
          if (completed) welcome(completed);
        },
        onResend: () => signInWithGoogle(data),
      });
    } catch (error) {
      setNote({ kind: 'error', text: messageOf(error, messages.googleFailed, messages.googleUnexpected) });
    }
  };
  const submit = form.handleSubmit(async (credentials) => {
    setNote(null);
    try {
      if (await askSecondFactor(credentials))
        setWaiting({
          onCode: (twoFactorCode) => finish({ ...credentials, twoFactorCode }),
          onResend: () => askSecondFactor(credentials),
        });
      else await finish(credentials);
    } catch (error) {
      if (!showServerProblems(form, error)) setNote({ kind: 'error', text: messageOf(error) });
    }
  });

  return (
    <>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage note={note} />
        {note?.text === messages.notVerified && <ResendVerification email={form.getValues('email')} />}
        <Field label={t('email')} type="email" autoComplete="username" required error={errors.email?.message} {...form.register('email')} />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          aside={
            <Link component={RouterLink} to={paths.forgotPassword()} variant="body2">
              {t('forgotPassword')}
            </Link>
          }
          {...form.register('password')}
        />
        <SubmitButton size="large" fullWidth busy={isSubmitting || session !== null}>
          {t('login')}
        </SubmitButton>
      </Box>
      <Divider sx={{ my: 4, typography: 'body2', color: 'text.secondary' }}>{t('google.or')}</Divider>
      <SwitchedOff name="googleSignIn">
        <GoogleButton onCredential={(data) => void withGoogle(data)} onProblem={(text) => setNote({ kind: 'error', text })} />
      </SwitchedOff>
      {waiting && <TwoFactorDialog {...waiting} onClose={() => setWaiting(null)} />}
    </>
  );
}

/** What the code's dialog does, for either way to sign in. */
interface SecondStep {
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<unknown>;
}

function useRedirect(session: Session | null): void {
  const navigate = useNavigate();
  const wanted = useWantedPage();
  useEffect(() => {
    if (!session) return;
    const target = wanted ?? roleHome(session);
    const timer = setTimeout(() => void navigate(target, { replace: true, state: afterLogin }), timings.loginRedirect);
    return () => clearTimeout(timer);
  }, [session, wanted, navigate]);
}
