import { type BillingOverview } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { useStripe } from '@stripe/react-stripe-js';
import { useRef, useState } from 'react';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';
import { useRefreshBilling } from './billing-queries.ts';
import { CardElements } from './card-elements.tsx';
import { dollars } from './money.ts';
import { confirmPending, failureText } from './pay.ts';

interface PendingPaymentProps {
  payment: NonNullable<BillingOverview['pendingPayment']>;
}

/** A payment that was left before the bank had confirmed it: its holder may confirm it now. */
export function PendingPayment(props: PendingPaymentProps) {
  return (
    <CardElements>
      <Waiting {...props} />
    </CardElements>
  );
}

function Waiting({ payment }: PendingPaymentProps) {
  const stripe = useStripe();
  const refresh = useRefreshBilling();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const isConfirming = useRef(false);

  async function confirm() {
    if (isConfirming.current) return; // a second press asks the bank nothing
    isConfirming.current = true;
    setBusy(true);
    try {
      await confirmPending(stripe);
      toast.success(t('message.upgraded'));
    } catch (error) {
      toast.error(failureText(error), error); // not here: a payment that was refused does not wait any more
    }
    await refresh();
    isConfirming.current = false;
    setBusy(false);
  }

  return (
    <Alert severity="info" sx={{ mb: 4, '& .MuiAlert-message': { display: 'grid', gap: 3, justifyItems: 'start' } }}>
      {t('billing.pending', { amount: dollars(payment.amount / 100) })}
      <SubmitButton type="button" busy={busy} onClick={() => void confirm()}>
        {t('billing.confirmPayment')}
      </SubmitButton>
    </Alert>
  );
}
