import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { AuthCard } from '../features/account/auth-card.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { t } from '../texts/index.ts';

export function LoginPage() {
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
      <LoginForm />
    </AuthCard>
  );
}
