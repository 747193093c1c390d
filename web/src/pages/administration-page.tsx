import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { PanelGrid } from '../components/panel.tsx';
import { useAccount } from '../features/account/account-queries.ts';
import { ArchivePanel } from '../features/account/archive-panel.tsx';
import { DeleteAccountPanel } from '../features/account/delete-account-panel.tsx';
import { KeysPanel } from '../features/account/keys-panel.tsx';
import { SessionsPanel } from '../features/account/sessions-panel.tsx';
import { SettingsPanel } from '../features/account/settings-panel.tsx';
import { CopyPanel } from '../features/archive/copy-panel.tsx';
import { CurrentPlanPanel } from '../features/billing/current-plan-panel.tsx';
import { PurchaseCredits } from '../features/billing/purchase-credits.tsx';
import { NamedKeysPanel } from '../features/keys/named-keys-panel.tsx';
import { UsagePanel } from '../features/billing/usage-panel.tsx';
import { t } from '../texts/index.ts';

export function AdministrationPage() {
  return (
    <Page title={t('menu.administration')} subtitle={t('admin.subtitle')}>
      <PanelGrid>
        <Loaded from={useAccount()} waiting={<Waiting />} failed={t('message.userFetchFailed')}>
          {(user) => (
            <>
              <KeysPanel user={user} />
              <NamedKeysPanel />
              <CurrentPlanPanel />
              <UsagePanel purchase={<PurchaseCredits />} />
              <SettingsPanel user={user} />
              <SessionsPanel />
              <ArchivePanel user={user} />
              <CopyPanel />
              <DeleteAccountPanel user={user} />
            </>
          )}
        </Loaded>
      </PanelGrid>
    </Page>
  );
}

function Waiting() {
  return (
    <>
      <LoadingBlock height={280} />
      <LoadingBlock height={420} />
    </>
  );
}
