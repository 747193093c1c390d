import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';

const guides = ['plain-page', 'google-sign-in', 'react-app', 'node-server'] as const;

/** Where to go when the first record has come. */
export function NextGuides() {
  return (
    <Box>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('start.next')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2 }}>
        {guides.map((slug) => (
          <li key={slug}>
            <Link component={RouterLink} to={paths.documentation(slug)}>
              {t(`start.guide.${slug}`)}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  );
}
