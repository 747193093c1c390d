import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { AuthCard } from '../features/account/auth-card.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { SessionEndedNotice } from '../features/account/session-ended-notice.tsx';
import { keepLogin } from '../features/account/sign-in.ts';
import { SignedInNotice } from '../features/account/signed-in-notice.tsx';
import { roleHome } from '../lib/navigation/role-home.ts';
import { afterLogin, useWantedPage } from '../lib/navigation/wanted-page.ts';
import { useKeptToast } from '../lib/toast.ts';
import { t } from '../texts/index.ts';

/** Leads to the page that was asked for, or to the home of the role. */
export function LoginPage() {
  useKeptToast(); // of an account that was deleted
  const wanted = useWantedPage();
  return (
    <AuthCard
      title={t('login.title')}
      subtitle={t('login.subtitle')}
      footer={
        <>
          {t('login.noAccount')}{' '}
          <Link component={RouterLink} to={paths.register()}>
            {t('createAccount')}
          </Link>
          <br />
          <Button component={RouterLink} to={paths.home()} color="inherit" size="small" sx={{ mt: 2 }}>
            {t('visitWebsite')}
          </Button>
        </>
      }
    >
      <SignedInNotice />
      <SessionEndedNotice />
      <LoginForm
        afterSignIn={(answer) => {
          const session = keepLogin(answer);
          return { note: { kind: 'success', text: t('message.loggedIn') }, to: wanted ?? roleHome(session), state: afterLogin };
        }}
      />
    </AuthCard>
  );
}
