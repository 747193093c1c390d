import Avatar from '@mui/material/Avatar';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState } from 'react';
import { initials } from '../../lib/initials.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { t } from '../../texts/index.ts';

const load = () => import('./account-menu-list.tsx');
const AccountMenuList = lazy(async () => ({ default: (await load()).AccountMenuList }));

/** Begins while a hand is on its way; a click says what failed. */
function prepare(): void {
  load().catch(() => {});
}

export function AccountMenu() {
  const session = useSignedIn();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  return (
    <>
      <IconButton
        aria-label={t('account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 1 }}
      >
        <Avatar sx={{ width: 28, height: 28, bgcolor: 'primary.main', color: 'primary.contrastText' }}>{initials(session.name)}</Avatar>
      </IconButton>
      {opened && (
        <Suspense>
          <AccountMenuList anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
