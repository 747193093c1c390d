import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { PanelGrid } from '../components/panel.tsx';
import { useBilling, useLiveBilling } from '../features/billing/billing-queries.ts';
import { InvoicesPanel } from '../features/billing/invoices-panel.tsx';
import { PlanPanel } from '../features/billing/plan-panel.tsx';
import { PurchaseCredits } from '../features/billing/purchase-credits.tsx';
import { SwitchedOff } from '../features/maintenance/switched-off.tsx';
import { UsagePanel } from '../features/billing/usage-panel.tsx';
import { t } from '../texts/index.ts';

/** `?plan=…` opens the form that buys this plan. */
export function BillingPage() {
  const [query, setQuery] = useSearchParams();
  useLiveBilling();
  return (
    <Page title={t('menu.billing')} subtitle={t('billing.subtitle')}>
      <SwitchedOff name="purchases" />
      <Loaded from={useBilling()} waiting={<LoadingBlock height={280} />} failed={t('billing.failed')}>
        {(billing) => (
          <PanelGrid>
            <PlanPanel billing={billing} wantedProductId={query.get('plan')} onLeave={() => setQuery({}, { replace: true })} />
            <UsagePanel purchase={<PurchaseCredits />} />
            <Box sx={{ gridColumn: '1 / -1' }}>
              <InvoicesPanel invoices={billing.invoices} />
            </Box>
          </PanelGrid>
        )}
      </Loaded>
    </Page>
  );
}
