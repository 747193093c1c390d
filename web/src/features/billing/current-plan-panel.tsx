import type { ApiUsage } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { IfMay } from '../../lib/may.tsx';
import { dayText } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';
import { useApiUsage } from './usage-queries.ts';
import { useBilling } from './billing-queries.ts';

// The card form's code is loaded when somebody wants to pay.
const UpgradeDialog = lazy(async () => ({ default: (await import('./upgrade-dialog.tsx')).UpgradeDialog }));

/** The account's plan in short, and the way to another one. */
export function CurrentPlanPanel() {
  const usage = useApiUsage();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('billing.currentPlan')}
      action={
        <Link component={RouterLink} to={paths.billing()}>
          {t('billing.manage')}
        </Link>
      }
    >
      <Loaded from={usage} waiting={<LoadingBlock height={72} />} failed={t('billing.failed')}>
        {({ limit }) => <PlanName limit={limit} />}
      </Loaded>
      <IfMay to="billing.manage">
        <Button variant="contained" sx={{ mt: 4 }} disabled={usage.isPending} onClick={() => setOpen(true)}>
          {t(usage.data?.limit.isActive ? 'billing.changePlan' : 'billing.upgrade')}
        </Button>
      </IfMay>
      {isOpen && <Upgrade hasPlan={Boolean(usage.data?.limit.product)} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function PlanName({ limit: { isActive, product, subscriptionStatus, expiresAt } }: { limit: ApiUsage['limit'] }) {
  if (!isActive || !product) return <Typography>{t('billing.planNone')}</Typography>;
  return (
    <>
      <Typography variant="h2" component="p">
        {product.name.toUpperCase()}
      </Typography>
      {subscriptionStatus === 'cancelled' && expiresAt && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('billing.endsOn', { date: dayText(expiresAt) })}
        </Typography>
      )}
    </>
  );
}

/** Waits for what is known of the plan: its id, because a monthly and a yearly plan may have the same name, and its card. */
function Upgrade({ hasPlan, onClose }: { hasPlan: boolean; onClose: () => void }) {
  // The plan that is bought here makes no other form of it.
  const [hadPlan] = useState(hasPlan);
  const billing = useBilling(hadPlan);
  if (hadPlan && billing.isPending) return null;
  return (
    <Suspense>
      <UpgradeDialog billing={(hadPlan && billing.data) || null} onClose={onClose} />
    </Suspense>
  );
}
