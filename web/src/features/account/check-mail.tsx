import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { useSession } from '../../lib/session/session.ts';
import { FormMessage, type FormNote } from '../../components/form/form-message.tsx';
import { LocalInbox } from '../../components/local-inbox.tsx';
import { t } from '../../texts/index.ts';
import { ResendVerification } from './resend-verification.tsx';

/**
 * Shown after registration: announces a mail, and offers help when it does not arrive. The mailed link opens in a tab of its own,
 * which signs in: this one then has nothing more to wait for, and leads to the same place.
 */
export function CheckMail({ email }: { email: string }) {
  const session = useSession();
  const [before] = useState(session);
  const [note] = useState<FormNote>({ kind: 'success', text: t('message.registered') });
  if (session && session.sid !== before?.sid) return <Navigate to={roleHome(session)} replace />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <FormMessage note={note} />
      <Typography>{t('verification.checkMail', { email })}</Typography>
      <LocalInbox />
      <Typography variant="body2" color="textSecondary">
        {t('verification.notThere')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button component={Link} to={paths.login()} variant="outlined" color="inherit">
          {t('goToLogin')}
        </Button>
        <ResendVerification email={email} />
      </Box>
    </Box>
  );
}
