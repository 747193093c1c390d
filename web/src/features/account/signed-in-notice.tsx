import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { useSession } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';

/** Tells people who come to a login form that they are signed in, and leads them on. A login that the form makes is none of its business. */
export function SignedInNotice() {
  const session = useSession();
  const [first] = useState(session);
  if (!first || session?.userId !== first.userId) return null;
  return (
    <Alert
      severity="info"
      role="note"
      sx={{ mb: 4 }}
      action={
        <Button component={Link} to={roleHome(first)} color="inherit" size="small">
          {t('dashboard')}
        </Button>
      }
    >
      {t('login.already', { name: first.name })}
    </Alert>
  );
}
