import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { type OfficePage, paths } from '../../../lib/navigation/paths.ts';
import { t } from '../../../texts/index.ts';

const pages = [
  ['users', 'menu.users'],
  ['projects', 'menu.projects'],
  ['storages', 'menu.storages'],
  ['endpoints', 'menu.endpoints.all'],
  ['subscriptions', 'menu.subscriptions'],
  ['used-discounts', 'menu.usedDiscounts'],
  ['apiusages', 'menu.apiUsages'],
  ['apiusagehistories', 'menu.apiUsageHistories'],
] as const satisfies readonly (readonly [OfficePage, string])[];

/**
 * Says that one account's rows are shown, and leads to the same account's rows in the other lists.
 */
export function TenantBar({ tenantId, onAll }: { tenantId: string; onAll: () => void }) {
  const { pathname } = useLocation();
  const query = new URLSearchParams({ tenantId }).toString();
  return (
    <Box
      component="nav"
      aria-label={t('office.sameAccount')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}
    >
      <Chip
        label={t('office.pair', { name: t('office.oneAccount'), value: tenantId })}
        onDelete={onAll}
        aria-label={t('office.allAccounts')}
      />
      {pages
        .map(([page, text]) => ({ path: paths.superadmin(page), text }))
        .filter(({ path }) => path !== pathname)
        .map(({ path, text }) => (
          <Link key={path} component={RouterLink} to={`${path}?${query}`} variant="body2">
            {t(text)}
          </Link>
        ))}
    </Box>
  );
}
