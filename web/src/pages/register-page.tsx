import type { Registration } from '@bedplate/contract';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { AuthCard } from '../features/account/auth-card.tsx';
import { CheckMail } from '../features/account/check-mail.tsx';
import { GoogleRegistration } from '../features/account/google-registration.tsx';
import { rememberRegistration } from '../features/account/registered-here.ts';
import { SignedInNotice } from '../features/account/signed-in-notice.tsx';
import { UserForm } from '../features/account/user-form.tsx';
import { SwitchedOff } from '../features/maintenance/switched-off.tsx';
import { api } from '../lib/api/client.ts';
import { t } from '../texts/index.ts';

export function RegisterPage() {
  const [registered, setRegistered] = useState<string | null>(null);
  const register = async (registration: Registration) => {
    await api.post('/authentication/register', { ...registration, browser: rememberRegistration() }, { visitor: true });
    setRegistered(registration.email);
  };
  if (registered)
    return (
      <AuthCard title={t('verification.title')}>
        <CheckMail email={registered} />
      </AuthCard>
    );
  return (
    <AuthCard
      title={t('createAccount')}
      subtitle={t('register.subtitle')}
      footer={
        <>
          {t('register.hasAccount')}{' '}
          <Link component={RouterLink} to={paths.login()}>
            {t('login')}
          </Link>
        </>
      }
    >
      <SignedInNotice />
      <SwitchedOff name="registration">
        <UserForm submitLabel={t('createAccount')} onSubmit={register} />
        <GoogleRegistration />
      </SwitchedOff>
    </AuthCard>
  );
}
