import { type BillingOverview, graceDays } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { FactList } from '../../components/fact-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { IfMay } from '../../lib/may.tsx';
import { dayText } from '../../lib/time/days.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';
import { useUndoCancel } from './billing-queries.ts';
import { cardText, dollars } from './money.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { planSentence } from './plan-sentence.ts';

const UpgradeDialog = lazy(async () => ({ default: (await import('./upgrade-dialog.tsx')).UpgradeDialog }));
const PendingPayment = lazy(async () => ({ default: (await import('./pending-payment.tsx')).PendingPayment }));
const ChangeCardDialog = lazy(async () => ({ default: (await import('./change-card-dialog.tsx')).ChangeCardDialog }));

interface PlanPanelProps {
  billing: BillingOverview;
  /** A plan that was chosen elsewhere: the form that buys it is open at once. */
  wantedProductId: string | null;
  /** Tells that the form has been closed. */
  onLeave: () => void;
}

/** The card form stays, also when the plan that it pays for ends meanwhile. */
type CardOf = { subscriptionId: string };

/** The plan, its next day of payment and its card, each with what can be done about it. */
export function PlanPanel({ billing, wantedProductId, onLeave }: PlanPanelProps) {
  const isWanted = wantedProductId !== null && wantedProductId !== billing.product?.id;
  const [open, setOpen] = useState<'upgrade' | 'cancel' | CardOf | null>(isWanted ? 'upgrade' : null);
  const undo = useUndoCancel();
  const toast = useToast();
  const keep = () => undo.mutate(undefined, { onError: (error) => toast.error(messageOf(error), error) });
  const close = () => {
    setOpen(null);
    if (wantedProductId) onLeave();
  };
  const { isActive, status, stripeSubscriptionId } = billing;
  const facts = factsOf(billing);
  return (
    <Panel title={t('billing.currentPlan')}>
      {billing.paymentIssueSince && isActive && (
        <Alert severity="warning" sx={{ mb: 4 }}>
          {t('billing.issue', { days: graceDays })}
        </Alert>
      )}
      {billing.pendingPayment && (
        <Suspense>
          <PendingPayment payment={billing.pendingPayment} />
        </Suspense>
      )}
      <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {planSentence(billing)}
      </Typography>
      {facts.length > 0 && (
        <Box sx={{ mt: 4 }}>
          <FactList facts={facts} />
        </Box>
      )}
      <IfMay to="billing.manage">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 5 }}>
          <Button variant={billing.pendingPayment ? 'outlined' : 'contained'} onClick={() => setOpen('upgrade')}>
            {t(isActive ? 'billing.changePlan' : 'billing.upgrade')}
          </Button>
          {stripeSubscriptionId && (
            <Button variant="outlined" onClick={() => setOpen({ subscriptionId: stripeSubscriptionId })}>
              {t('billing.changeCard')}
            </Button>
          )}
          {isActive && status === 'subscribed' && (
            <Button variant="outlined" color="error" onClick={() => setOpen('cancel')}>
              {t('billing.cancel')}
            </Button>
          )}
          {isActive && status === 'cancelled' && (
            <SubmitButton type="button" variant="outlined" busy={undo.isPending} onClick={keep}>
              {t('billing.undo')}
            </SubmitButton>
          )}
        </Box>
      </IfMay>
      {open === 'cancel' && <CancelDialog billing={billing} onClose={close} />}
      <Suspense>
        {open === 'upgrade' && <UpgradeDialog billing={billing} wantedProductId={wantedProductId} onClose={close} />}
        {typeof open === 'object' && open && <ChangeCardDialog {...open} onClose={close} />}
      </Suspense>
    </Panel>
  );
}

/** Nothing where the sentence says all. */
function factsOf({ paymentMethod: card, credit, beneath }: BillingOverview) {
  return [
    ...(beneath ? [{ term: t('billing.beneath'), value: beneathText(beneath) }] : []),
    ...(card ? [{ term: t('billing.card'), value: cardText(card) }] : []),
    ...(credit > 0 ? [{ term: t('billing.credit'), value: t('billing.creditAbout', { amount: dollars(credit / 100) }) }] : []),
  ];
}

function beneathText({ name, periodEnd, ends, isPaused }: NonNullable<BillingOverview['beneath']>): string {
  const values = { name: (name ?? '–').toUpperCase(), date: periodEnd ? dayText(periodEnd) : '–' };
  if (ends) return t('billing.beneathEnds', values);
  return t(isPaused ? 'billing.beneathPaused' : 'billing.beneathRenews', values);
}
