import Box from '@mui/material/Box';
import { Hero } from '../features/site/hero.tsx';
import { PublicHeader } from '../features/site/public-header.tsx';
import { t } from '../texts/index.ts';

export function LandingPage() {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <PublicHeader />
      <Box component="main" sx={{ flex: 1 }}>
        <Hero />
      </Box>
      <Box
        component="footer"
        sx={{ borderTop: 1, borderColor: 'divider', py: 6, px: 4, textAlign: 'center', typography: 'body2', color: 'text.secondary' }}
      >
        {t('footer.copyright')}
      </Box>
    </Box>
  );
}
