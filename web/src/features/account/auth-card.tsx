import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { WordMark } from '../../components/brand.tsx';
import { usePageTitle } from '../../components/page.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { t } from '../../texts/index.ts';
import { MaintenanceBanner } from '../maintenance/maintenance-banner.tsx';

interface AuthCardProps {
  title: string;
  subtitle?: ReactNode;
  /** Below the card: where to go instead. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages around signing in: mark, one card, links below it. */
export function AuthCard({ title, subtitle, footer, children }: AuthCardProps) {
  usePageTitle(title);
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <MaintenanceBanner />
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: { xs: 4, sm: 6 }, height: 64 }}
      >
        <Box
          component={Link}
          to={paths.home()}
          aria-label={t('logo')}
          sx={{ display: 'inline-flex', textDecoration: 'none', borderRadius: 1 }}
        >
          <WordMark beta />
        </Box>
        <ThemeToggle />
      </Box>
      <Box
        component="main"
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', alignItems: 'center', justifyContent: 'center', px: 4, pt: 4, pb: 24 }}
      >
        <Paper sx={{ width: '100%', maxWidth: 416, p: { xs: 5, sm: 8 }, borderRadius: 1.5, border: 1, borderColor: 'divider' }}>
          <Typography variant="h1">{title}</Typography>
          {subtitle && (
            <Typography color="textSecondary" sx={{ mt: 1 }}>
              {subtitle}
            </Typography>
          )}
          <Box sx={{ mt: 6 }}>{children}</Box>
        </Paper>
        {footer && (
          <Box
            sx={{
              mt: 5,
              color: 'text.secondary',
              textAlign: 'center',
              '& .MuiLink-root': { textDecoration: 'underline', textUnderlineOffset: '3px' },
            }}
          >
            {footer}
          </Box>
        )}
      </Box>
    </Box>
  );
}
