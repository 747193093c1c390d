import Box from '@mui/material/Box';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { useAccount } from '../features/account/account-queries.ts';
import { SessionsPanel } from '../features/account/sessions-panel.tsx';
import { SettingsPanel } from '../features/account/settings-panel.tsx';
import { t } from '../texts/index.ts';

/** Name, password, second factor and sessions of whoever is signed in. */
export function AccountPage() {
  return (
    <Page title={t('menu.account')} subtitle={t('account.subtitle')}>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <Loaded from={useAccount()} waiting={<LoadingBlock height={420} />} failed={t('message.userFetchFailed')}>
          {(user) => (
            <>
              <SettingsPanel user={user} />
              <SessionsPanel />
            </>
          )}
        </Loaded>
      </Box>
    </Page>
  );
}
