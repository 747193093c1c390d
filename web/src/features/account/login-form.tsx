import { Credentials, type LoginAnswer, timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { Field } from '../../components/form/field.tsx';
import { FormMessage, type FormNote } from '../../components/form/form-message.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm, useSave } from '../../lib/form.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import { SwitchedOff } from '../maintenance/switched-off.tsx';
import { GoogleButton } from './google-button.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { type GoogleData, type SignIn, withGoogle, withPassword } from './sign-in.ts';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

/** The end of a login: a message, and after two seconds another page. */
interface Landing {
  note: FormNote;
  to: string;
  /** The state of the page's address. */
  state?: object;
}

interface LoginFormProps {
  /** Keeps what the login answered, or refuses it. */
  afterSignIn: (answer: LoginAnswer) => Landing;
  /** The door of the staff: no Google, no forgotten password, no mail to verify an address. */
  isOffice?: boolean;
}

/** Password first, or Google; then the mailed code, if the account asks for one. */
export function LoginForm({ afterSignIn, isOffice = false }: LoginFormProps) {
  const form = useContractForm(Credentials, { email: '', password: '' });
  const [waiting, setWaiting] = useState<SignIn | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);
  useRedirect(landing);
  const attempt = async (signIn: SignIn, twoFactorCode: string | null = null) => {
    const answer = await signIn(twoFactorCode);
    if (answer) setLanding(afterSignIn(answer));
    setWaiting(() => (answer ? null : signIn));
  };
  const { submit, failure, setFailure } = useSave(form, (credentials) => attempt(withPassword(credentials)), { asks: false });
  const signInWithGoogle = async (data: GoogleData) => {
    setFailure(null);
    try {
      await attempt(withGoogle(data));
    } catch (error) {
      setFailure(messageOf(error, t('message.googleFailed'), t('message.googleUnexpected')));
    }
  };
  const { errors, isSubmitting } = form.formState;
  return (
    <>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage note={landing?.note ?? null} failure={failure} />
        {!isOffice && failure === t('message.notVerified') && <ResendVerification email={form.getValues('email')} />}
        <Field label={t('email')} type="email" autoComplete="username" required error={errors.email?.message} {...form.register('email')} />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          aside={
            isOffice ? undefined : (
              <Link component={RouterLink} to={paths.forgotPassword()} variant="body2">
                {t('forgotPassword')}
              </Link>
            )
          }
          {...form.register('password')}
        />
        <SubmitButton size="large" fullWidth busy={isSubmitting || landing !== null}>
          {t('login')}
        </SubmitButton>
      </Box>
      {!isOffice && (
        <>
          <Divider sx={{ my: 4, typography: 'body2', color: 'text.secondary' }}>{t('google.or')}</Divider>
          <SwitchedOff name="googleSignIn">
            <GoogleButton onCredential={(data) => void signInWithGoogle(data)} onProblem={setFailure} />
          </SwitchedOff>
        </>
      )}
      {waiting && (
        <TwoFactorDialog onCode={(code) => attempt(waiting, code)} onResend={() => attempt(waiting)} onClose={() => setWaiting(null)} />
      )}
    </>
  );
}

function useRedirect(landing: Landing | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!landing) return;
    const { to, state } = landing;
    const timer = setTimeout(() => void navigate(to, { replace: true, state }), timings.loginRedirect);
    return () => clearTimeout(timer);
  }, [landing, navigate]);
}
