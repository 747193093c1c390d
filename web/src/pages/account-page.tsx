import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { PanelGrid } from '../components/panel.tsx';
import { useAccount } from '../features/account/account-queries.ts';
import { SessionsPanel } from '../features/account/sessions-panel.tsx';
import { SettingsPanel } from '../features/account/settings-panel.tsx';
import { t } from '../texts/index.ts';

/** Name, password, second factor and sessions of whoever is signed in. */
export function AccountPage() {
  return (
    <Page title={t('menu.account')} subtitle={t('account.subtitle')}>
      <PanelGrid>
        <Loaded from={useAccount()} waiting={<LoadingBlock height={420} />} failed={t('message.userFetchFailed')}>
          {(user) => (
            <>
              <SettingsPanel user={user} />
              <SessionsPanel />
            </>
          )}
        </Loaded>
      </PanelGrid>
    </Page>
  );
}
