import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import LogoutIcon from '@mui/icons-material/Logout';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import { Fragment } from 'react';
import { NavLink } from 'react-router-dom';
import { menuFor } from '../../lib/navigation/menu.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';
import { SidebarItem, sidebarItemStyle } from './sidebar-item.tsx';
import { useLogout } from '../../features/account/use-logout.ts';

interface SidebarProps {
  projectId: string | null;
  open: boolean;
  /** Absent in the drawer, which has one width. */
  onToggle?: () => void;
  onNavigate?: () => void;
}

export function Sidebar({ projectId, open, onToggle, onNavigate }: SidebarProps) {
  const { role } = useSignedIn();
  const logout = useLogout();
  return (
    <Box
      component="nav"
      aria-label={t('menu')}
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 0.5, p: 3, overflowY: 'auto', ...sidebarItemStyle }}
    >
      {menuFor(role, projectId).map(({ text, path, icon, beginsGroup }) => (
        <Fragment key={path}>
          {beginsGroup && <Divider sx={{ my: 2 }} />}
          <SidebarItem component={NavLink} to={path} icon={icon} label={t(text)} open={open} onClick={onNavigate} />
        </Fragment>
      ))}
      {projectId === null && <SidebarItem component="button" icon={LogoutIcon} label={t('logout')} open={open} onClick={logout} />}
      <Box sx={{ flex: 1 }} />
      {onToggle && (
        <SidebarItem
          component="button"
          icon={open ? ChevronLeft : ChevronRight}
          label={t(open ? 'sidebar.collapse' : 'sidebar.expand')}
          open={open}
          onClick={onToggle}
          aria-expanded={open}
        />
      )}
    </Box>
  );
}
