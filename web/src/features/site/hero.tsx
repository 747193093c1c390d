import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { roleHome } from '../../app/role-home.ts';
import { useSession } from '../../lib/session.ts';
import { t } from '../../texts/index.ts';
import { HeroPicture } from './hero-picture.tsx';

const points = ['hero.point1', 'hero.point2', 'hero.point3'] as const;

export function Hero() {
  const session = useSession();
  return (
    <Box
      component="section"
      aria-labelledby="hero-title"
      sx={{
        maxWidth: 1200,
        mx: 'auto',
        px: { xs: 4, sm: 6 },
        py: { xs: 14, md: 28 },
        display: 'grid',
        gap: { xs: 12, md: 16 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.05fr)' },
        alignItems: 'center',
      }}
    >
      <Box>
        <Typography
          id="hero-title"
          component="h1"
          sx={{
            fontSize: { xs: '2.5rem', md: '3.5rem' },
            lineHeight: 1.06,
            fontWeight: 650,
            letterSpacing: '-0.035em',
            textWrap: 'balance',
          }}
        >
          {t('hero.title')}
        </Typography>
        <Typography sx={{ mt: 5, fontSize: '1.0625rem', lineHeight: '28px', maxWidth: 480 }} color="textSecondary">
          {t('hero.text')}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, my: 6, display: 'grid', gap: 2.5 }}>
          {points.map((point) => (
            <Box component="li" key={point} sx={{ display: 'flex', alignItems: 'center', gap: 2.5, fontSize: '1rem', fontWeight: 550 }}>
              <Check fontSize="small" sx={{ color: 'accent.main' }} />
              {t(point)}
            </Box>
          ))}
        </Box>
        <Button component={Link} to={session ? roleHome(session) : paths.register()} variant="contained" size="large">
          {t(session ? 'dashboard' : 'hero.signUp')}
        </Button>
      </Box>
      <HeroPicture />
    </Box>
  );
}
