import { AuthCard } from '../../features/account/auth-card.tsx';
import { LoginForm } from '../../features/account/login-form.tsx';
import { SessionEndedNotice } from '../../features/account/session-ended-notice.tsx';
import { keepLogin } from '../../features/account/sign-in.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useWantedPage } from '../../lib/navigation/wanted-page.ts';
import { t } from '../../texts/index.ts';

/** For platform staff. Everybody else is refused before this browser keeps anything. */
export function SuperadminLoginPage() {
  const wanted = useWantedPage();
  return (
    <AuthCard title={t('office.loginTitle')} subtitle={t('office.loginSubtitle')}>
      <SessionEndedNotice />
      <LoginForm
        isOffice
        afterSignIn={(answer) => {
          if (answer.data.role !== 'superadmin') return { note: { kind: 'error', text: t('message.denied') }, to: paths.login() };
          keepLogin(answer);
          return { note: { kind: 'success', text: t('message.loggedIn') }, to: wanted ?? paths.superadminDashboard() };
        }}
      />
    </AuthCard>
  );
}
