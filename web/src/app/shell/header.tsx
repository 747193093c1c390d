import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { logoTarget } from '../../lib/navigation/role-home.ts';
import { shellSizes } from '../../lib/theme/tokens.ts';
import { Mark, WordMark } from '../../components/brand.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSignedIn } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';
import { PaletteRoot } from '../palette/palette-root.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

interface HeaderProps {
  projectId: string | null;
  onMenu: () => void;
}

export function Header({ projectId, onMenu }: HeaderProps) {
  const session = useSignedIn();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: shellSizes.header,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 3 },
        px: { xs: 2, sm: 5 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconButton aria-label={t('openMenu')} onClick={onMenu} sx={{ display: { md: 'none' } }}>
        <MenuIcon fontSize="small" />
      </IconButton>
      <Box
        component={Link}
        to={logoTarget(session)}
        aria-label={t('logo')}
        sx={{ display: 'inline-flex', textDecoration: 'none', borderRadius: 1 }}
      >
        <Box sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <WordMark beta />
        </Box>
        <Box sx={{ display: { xs: 'inline-flex', sm: 'none' }, p: 1 }}>
          <Mark />
        </Box>
      </Box>
      <Box sx={middle}>
        {(session.role === 'admin' || session.role === 'superadmin') && <ProjectSwitcher projectId={projectId} />}
        <Box sx={welcome}>{t('welcome', { name: session.name })}</Box>
      </Box>
      <PaletteRoot projectId={projectId} />
      <ThemeToggle />
      <AccountMenu />
    </Box>
  );
}

/** On a phone one below the other: beside each other both would be cut. */
const middle = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: { xs: 'column-reverse', sm: 'row' },
  alignItems: { xs: 'stretch', sm: 'center' },
  justifyContent: { xs: 'center', sm: 'space-between' },
  gap: { xs: 0, sm: 3 },
} as const;

const welcome = {
  color: 'text.secondary',
  overflow: 'hidden',
  // Phones have room for one line, zoomed pages for two short ones.
  display: { xs: 'block', sm: '-webkit-box', md: 'block' },
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  fontSize: { xs: '0.6875rem', sm: '0.75rem', md: '1em' },
  lineHeight: { xs: '14px', sm: '16px', md: 'inherit' },
  overflowWrap: 'anywhere',
  whiteSpace: { xs: 'nowrap', sm: 'normal', md: 'nowrap' },
  textOverflow: 'ellipsis',
  minWidth: { xs: 72, md: 0 },
  maxWidth: 280,
  ml: { xs: 0, sm: 'auto' },
} as const;
