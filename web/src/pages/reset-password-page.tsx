import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { LoadingBlock } from '../components/loading-block.tsx';
import { paths } from '../lib/navigation/paths.ts';
import { AuthCard } from '../features/account/auth-card.tsx';
import { ResetPasswordForm } from '../features/account/reset-password-form.tsx';
import { messageOf } from '../lib/api/api-error.ts';
import { api } from '../lib/api/client.ts';
import { t } from '../texts/index.ts';

/** Asks about the mailed token first; the fields show only for a valid one. */
export function ResetPasswordPage() {
  const { token = '' } = useParams();
  const check = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () => api.get(`/authentication/${encodeURIComponent(token)}/verify`, { visitor: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <AuthCard
      title={t('reset.title')}
      footer={
        <Link component={RouterLink} to={check.isError ? paths.forgotPassword() : paths.login()}>
          {check.isError ? t('reset.askAgain') : t('backToLogin')}
        </Link>
      }
    >
      {check.isPending && <LoadingBlock height={160} />}
      {check.isError && <Alert severity="error">{messageOf(check.error, t('reset.badToken'))}</Alert>}
      {check.isSuccess && <ResetPasswordForm token={token} />}
    </AuthCard>
  );
}
