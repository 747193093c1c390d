import type { Analytics } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';

/** How many people there are, and how many of them are new. */
export function StatCards({ userStats }: Pick<Analytics, 'userStats'>) {
  const cards = [
    { title: t('office.usersTotal'), count: userStats.total },
    { title: t('office.users24'), count: userStats.last24Hours, note: t('office.registered') },
    { title: t('office.users7'), count: userStats.last7Days, note: t('office.registered') },
    { title: t('office.users30'), count: userStats.last30Days, note: t('office.registered') },
  ];
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
    >
      {cards.map(({ title, count, note }) => (
        <Card component="li" key={title} sx={{ p: 5 }}>
          <Typography variant="body2" color="textSecondary">
            {title}
          </Typography>
          <Typography sx={{ fontSize: '1.75rem', lineHeight: '36px', fontWeight: 650, fontVariantNumeric: 'tabular-nums', mt: 1 }}>
            {localNumber(count)}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {note ?? '\u00a0'}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
