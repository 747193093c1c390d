import { AuthCard } from '../../features/account/auth-card.tsx';
import { SuperadminLoginForm } from '../../features/office/accounts/superadmin-login-form.tsx';
import { t } from '../../texts/index.ts';

export function SuperadminLoginPage() {
  return (
    <AuthCard title={t('office.loginTitle')} subtitle={t('office.loginSubtitle')}>
      <SuperadminLoginForm />
    </AuthCard>
  );
}
