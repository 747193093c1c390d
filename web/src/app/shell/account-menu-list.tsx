import { can } from '@bedplate/contract';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useLogout } from '../../features/account/use-logout.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { roleName, t } from '../../texts/index.ts';
import '../../texts/trash.ts';
import { LanguageItem } from './language-item.tsx';

const entries = [
  { text: 'menu.account', path: paths.account(), icon: PersonOutlined, needs: 'feedback.send' },
  { text: 'menu.administration', path: paths.administration(), icon: AdminPanelSettingsOutlined, needs: 'keys.read' },
  { text: 'menu.billing', path: paths.billing(), icon: CardMembershipOutlined, needs: 'billing.manage' },
  { text: 'trash.ofAccount', path: paths.trash(), icon: DeleteOutlined, needs: 'projects.write' },
  { text: 'menu.documentation', path: paths.documentation(), icon: ArticleOutlined, needs: 'feedback.send' },
  { text: 'menu.feedback', path: paths.feedback(), icon: FeedbackOutlined, needs: 'feedback.send' },
] as const;

/** Pages of the person: inside a project no sidebar leads there. */
function entriesFor(role: string) {
  return entries.filter(({ needs }) => can(role, needs));
}

interface AccountMenuListProps {
  /** The button that it belongs to; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** The menu that the account's button opens: a page is seen first without it. */
export function AccountMenuList({ anchor, onClose }: AccountMenuListProps) {
  const session = useSignedIn();
  const logout = useLogout();
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
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
        <MenuItem key={text} component={Link} to={path} onClick={onClose}>
          <Icon fontSize="small" /> {t(text)}
        </MenuItem>
      ))}
      <LanguageItem />
      <MenuItem
        onClick={() => {
          onClose();
          logout();
        }}
      >
        <LogoutIcon fontSize="small" /> {t('logout')}
      </MenuItem>
    </Menu>
  );
}
