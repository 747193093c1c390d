import { can } from '@bedplate/contract';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { initials } from '../../lib/initials.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { roleName, t } from '../../texts/index.ts';
import { LanguageItem } from './language-item.tsx';
import { useLogout } from '../../features/account/use-logout.ts';

const entries = [
  { text: 'menu.account', path: paths.account(), icon: PersonOutlined, needs: 'feedback.send' },
  { text: 'menu.administration', path: paths.administration(), icon: AdminPanelSettingsOutlined, needs: 'keys.read' },
  { text: 'menu.billing', path: paths.billing(), icon: CardMembershipOutlined, needs: 'billing.manage' },
  { text: 'menu.feedback', path: paths.feedback(), icon: FeedbackOutlined, needs: 'feedback.send' },
] as const;

/** Pages of the person: inside a project no sidebar leads there. */
function entriesFor(role: string) {
  return entries.filter(({ needs }) => can(role, needs));
}

export function AccountMenu() {
  const session = useSignedIn();
  const logout = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={t('account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 1 }}
      >
        <Avatar sx={{ width: 28, height: 28, bgcolor: 'primary.main', color: 'primary.contrastText' }}>{initials(session.name)}</Avatar>
      </IconButton>
      {opened && (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { sx: { minWidth: 220, maxWidth: 300 } } }}
        >
          <Box component="li" role="presentation" sx={{ px: 2.5, py: 2 }}>
            <Typography sx={{ fontWeight: 600 }}>{session.name}</Typography>
            <Typography variant="body2" color="textSecondary">
              {roleName(session.role)}
            </Typography>
          </Box>
          <Divider component="li" role="presentation" />
          {entriesFor(session.role).map(({ text, path, icon: Icon }) => (
            <MenuItem key={text} component={Link} to={path} onClick={close}>
              <Icon fontSize="small" /> {t(text)}
            </MenuItem>
          ))}
          <MenuItem component={Link} to={paths.documentation()} onClick={close}>
            <MenuBookOutlined fontSize="small" /> {t('menu.documentation')}
          </MenuItem>
          <LanguageItem />
          <MenuItem
            onClick={() => {
              close();
              logout();
            }}
          >
            <LogoutIcon fontSize="small" /> {t('logout')}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
