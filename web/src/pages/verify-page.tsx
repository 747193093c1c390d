import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { LoadingBlock } from '../components/loading-block.tsx';
import { paths } from '../lib/navigation/paths.ts';
import { AuthCard } from '../features/account/auth-card.tsx';
import { SignedInNotice } from '../features/account/signed-in-notice.tsx';
import { useFirstSignIn } from '../features/account/use-first-sign-in.ts';
import { messageOf } from '../lib/api/api-error.ts';
import { api } from '../lib/api/client.ts';
import { t, textOf } from '../texts/index.ts';

/** Opened from the verification mail; the call that verifies may be repeated without harm. */
export function VerifyPage() {
  const { token = '' } = useParams();
  const { data, error, isPending } = useQuery({
    queryKey: ['verify', token],
    queryFn: () => api.get<{ message: string; key: string }>(`/verify/user/${encodeURIComponent(token)}`, { visitor: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { isWaiting, isSignedIn } = useFirstSignIn(token, data !== undefined);
  return (
    <AuthCard title={t('verify.title')}>
      <SignedInNotice />
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }} aria-live="polite">
        {isPending || isWaiting ? (
          <LoadingBlock height={40} />
        ) : (
          <Alert severity={error ? 'error' : 'success'}>
            {data ? textOf(`message.${data.key}`, data.message) : messageOf(error, t('message.verificationFailed'))}
          </Alert>
        )}
        {isSignedIn && <Typography color="textSecondary">{t('verify.signedIn')}</Typography>}
        <Button component={Link} to={paths.login()} variant="contained" size="large">
          {t('goToLogin')}
        </Button>
      </Box>
    </AuthCard>
  );
}
