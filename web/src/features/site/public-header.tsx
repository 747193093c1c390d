import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { roleHome } from '../../app/role-home.ts';
import { WordMark } from '../../components/brand.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSession } from '../../lib/session.ts';
import { t } from '../../texts/index.ts';

/** Visitors see 'Login' and 'Sign Up', signed-in people 'Dashboard'; other tabs' sign-ins and sign-outs show at once. */
export function PublicHeader() {
  const session = useSession();
  return (
    <Box
      component="header"
      sx={{ position: 'sticky', top: 0, zIndex: 'appBar', borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      <Box
        sx={{ maxWidth: 1200, mx: 'auto', height: 64, px: { xs: 4, sm: 6 }, display: 'flex', alignItems: 'center', gap: { xs: 1, sm: 2 } }}
      >
        <Box
          component={Link}
          to={paths.home()}
          aria-label={t('logo')}
          sx={{ display: 'inline-flex', textDecoration: 'none', borderRadius: 1 }}
        >
          <WordMark beta />
        </Box>
        <Box sx={{ flex: 1 }} />
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <ThemeToggle />
        </Box>
        {session ? (
          <Button component={Link} to={roleHome(session)} variant="contained">
            {t('dashboard')}
          </Button>
        ) : (
          <>
            <Button component={Link} to={paths.login()} color="inherit">
              {t('login')}
            </Button>
            <Button component={Link} to={paths.register()} variant="contained">
              {t('signUp')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  );
}
