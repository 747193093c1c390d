import { Credentials, type LoginAnswer } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { Field } from '../../components/form/field.tsx';
import { FormMessage } from '../../components/form/form-message.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { LocalInbox } from '../../components/local-inbox.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useContractForm, useSave } from '../../lib/form.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import { GoogleChoice } from './google-choice.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { withPassword } from './sign-in.ts';
import { type Landing, useSignIn } from './use-sign-in.tsx';

interface LoginFormProps {
  /** Keeps what the login answered, or refuses it. */
  afterSignIn: (answer: LoginAnswer) => Landing;
  /** The door of the staff: no Google, no forgotten password, no mail to verify an address. */
  isOffice?: boolean;
}

/** Password first, or Google; then the mailed code, if the account asks for one. */
export function LoginForm({ afterSignIn, isOffice = false }: LoginFormProps) {
  const form = useContractForm(Credentials, { email: '', password: '' });
  const { attempt, landing, codeDialog } = useSignIn(afterSignIn);
  const { submit, failure, setFailure } = useSave(form, (credentials) => attempt(withPassword(credentials)), { asks: false });
  const { errors, isSubmitting } = form.formState;
  return (
    <>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage note={landing?.note ?? null} failure={failure} />
        {failure === t('message.tooManyLogins') && <LocalInbox />}
        {!isOffice && failure === t('message.notVerified') && (
          <>
            <LocalInbox />
            <ResendVerification email={form.getValues('email')} />
          </>
        )}
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
      {!isOffice && <GoogleChoice onSignIn={attempt} onProblem={setFailure} />}
      {codeDialog}
    </>
  );
}
