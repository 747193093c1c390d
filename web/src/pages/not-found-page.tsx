import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { roleHome } from '../lib/navigation/role-home.ts';
import { usePageTitle } from '../components/page.tsx';
import { WordMark } from '../components/brand.tsx';
import { useSession } from '../lib/session/session.ts';
import { t } from '../texts/index.ts';

export function NotFoundPage() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  usePageTitle(t('notFound.title'));
  // An address such as /project//home has lost the project's id, and no page in its place says so.
  const hasLostProject = /^\/project\/{2,}/.test(pathname);
  if (pathname.includes('//') && !hasLostProject) return <Navigate replace to={`${pathname.replace(/\/{2,}/g, '/')}${search}${hash}`} />;
  const toDashboard = session !== null && session.role !== 'superadmin';
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <Box component="header" sx={{ p: 4 }}>
        <Box
          component={Link}
          to={paths.home()}
          aria-label={t('logo')}
          sx={{ display: 'inline-flex', textDecoration: 'none', borderRadius: 1 }}
        >
          <WordMark beta />
        </Box>
      </Box>
      <Box component="main" sx={{ maxWidth: 480, mx: 'auto', px: 4, py: { xs: 20, md: 36 }, textAlign: 'center' }}>
        <Typography variant="mono" color="textSecondary">
          404
        </Typography>
        <Typography variant="h1" sx={{ mt: 2 }}>
          {t('notFound.title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 2, mb: 6 }}>
          {t(hasLostProject ? 'message.projectIdMissing' : 'notFound.text')}
        </Typography>
        <Button component={Link} to={toDashboard ? roleHome(session) : paths.home()} variant="contained">
          {t(toDashboard ? 'dashboard' : 'notFound.home')}
        </Button>
      </Box>
    </Box>
  );
}
