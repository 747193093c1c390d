import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../../texts/index.ts';
import '../../texts/sign-in-again.ts';
import { LoginForm } from './login-form.tsx';
import { keepLogin } from './sign-in.ts';
import { paths } from '../../lib/navigation/paths.ts';

interface SignInAgainProps {
  isOffice: boolean;
  /** Gives up what is typed. */
  onLeave: () => void;
}

/** Covers a page whose session has ended, so that nobody reads it, and keeps what is typed there until its person is back. Decision 098. */
export function SignInAgain({ isOffice, onLeave }: SignInAgainProps) {
  const titleId = useId();
  const { pathname, search, hash } = useLocation();
  const client = useQueryClient();
  // Reads of the meantime were refused.
  useEffect(() => () => void client.invalidateQueries(), [client]);
  return (
    <Dialog open fullScreen aria-labelledby={titleId} slotProps={{ paper: { sx: whole } }}>
      <Box ref={focusFirst} sx={{ width: '100%', maxWidth: 416, m: 'auto', px: 5, py: 8 }}>
        <Typography id={titleId} variant="h1">
          {t('again.title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1, mb: 6 }}>
          {t('again.text')}
        </Typography>
        <LoginForm
          isOffice={isOffice}
          afterSignIn={(answer) => {
            if (isOffice && answer.data.role !== 'superadmin')
              return { note: { kind: 'error', text: t('message.denied') }, to: paths.login() };
            keepLogin(answer);
            return { note: { kind: 'success', text: t('message.loggedIn') }, to: `${pathname}${search}${hash}` };
          }}
        />
        <Button color="inherit" fullWidth onClick={onLeave} sx={{ mt: 3 }}>
          {t('again.leave')}
        </Button>
      </Box>
    </Dialog>
  );
}

/** On phones as well, where other dialogs leave an edge of the page. */
const whole = { m: '0 !important', width: '100% !important', maxHeight: 'none !important', borderRadius: 0, border: 0 };

function focusFirst(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus();
}
