import { type BillingOverview, timings, type Plan } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useRef, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';
import { usePlans, useRefreshBilling } from './billing-queries.ts';
import { CardElements, CardField } from './card-elements.tsx';
import { cardText } from './money.ts';
import { changePlan, type Failure, failureOf, subscribe, takeFreePlan } from './pay.ts';
import { PaymentFailedDialog } from './payment-failed-dialog.tsx';
import { PaymentSucceededDialog } from './payment-succeeded-dialog.tsx';
import { UpgradePrice } from './upgrade-price.tsx';
import { PlanChoice } from './plan-choice.tsx';

interface UpgradeDialogProps {
  /** The present plan and card: this plan is not offered, and the card can pay. Null while it pays for nothing. */
  billing: BillingOverview | null;
  /** The choice that is made when the dialog opens; the first plan otherwise. */
  wantedProductId?: string | null;
  onClose: () => void;
}

/** Choose a plan, enter a card, subscribe. */
export function UpgradeDialog(props: UpgradeDialogProps) {
  return (
    <CardElements>
      <UpgradeForm {...props} />
    </CardElements>
  );
}

type Step = 'entering' | 'paying' | 'done' | { failed: Failure };

function UpgradeForm({ billing, wantedProductId, onClose }: UpgradeDialogProps) {
  const plans = usePlans();
  const [ordered, setOrdered] = useState<Plan | null>(null);
  const offered = (plans.data ?? []).filter(({ id, recurring }) => recurring && (id !== billing?.product?.id || id === ordered?.id));
  const [picked, setPicked] = useState<string | null>(wantedProductId ?? null);
  const isSubscriber = Boolean(billing?.isActive && billing.stripeSubscriptionId);
  const cardOnFile = isSubscriber ? (billing?.paymentMethod ?? null) : null;
  const [wantsOtherCard, setWantsOtherCard] = useState(false);
  const paysByFile = cardOnFile !== null && !wantsOtherCard;
  const [code, setCode] = useState('');
  const [hasCard, setHasCard] = useState(false);
  const [step, setStep] = useState<Step>('entering');
  const provider = { stripe: useStripe(), elements: useElements() };
  const refresh = useRefreshBilling();
  const isPaying = useRef(false);
  const found = offered.find(({ id }) => id === picked);
  // A plan that was chosen elsewhere and is not here is never replaced by another one.
  const isGone = plans.data !== undefined && picked !== null && !found;
  const first = isSubscriber ? offered.find(({ price }) => price > 0) : offered[0];
  const plan = ordered ?? (isGone ? undefined : (found ?? first));
  const chosen = plan?.id ?? '';
  const isFree = plan?.price === 0;
  /** A free plan begins when nothing is paid for any more. */
  const isRefused = isFree && isSubscriber;
  // Nothing to pay for: no card is asked for.
  const hasNone = !plans.isPending && !plan;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPaying.current || !chosen) return; // a second press pays nothing
    isPaying.current = true;
    setStep('paying');
    setOrdered(plan ?? null);
    try {
      if (isFree) await takeFreePlan(chosen);
      else if (paysByFile) await changePlan(provider.stripe, chosen);
      else await subscribe(provider, { productId: chosen, ...(code.trim() ? { discountCode: code.trim() } : {}) });
      await refresh();
      await new Promise((resolve) => setTimeout(resolve, timings.successMessage));
      setStep('done');
    } catch (error) {
      setStep({ failed: failureOf(error) });
      setOrdered(null);
      void refresh(); // a payment that the bank refused waits no more, one that was left does
    } finally {
      isPaying.current = false;
    }
  }

  if (step === 'done') return <PaymentSucceededDialog onClose={onClose} />;
  return (
    <>
      <FormDialog
        title={t(billing?.isActive ? 'billing.changePlan' : 'billing.upgrade')}
        onClose={() => step !== 'paying' && onClose()}
        isDirty={step === 'entering' && (code.trim() !== '' || hasCard)}
        onSubmit={(event) => void submit(event)}
        error={plans.isError ? t('message.plansFailed') : null}
        actions={
          <>
            <CancelButton disabled={step === 'paying'} />
            <SubmitButton busy={step === 'paying'} disabled={!chosen || isRefused}>
              {t('billing.subscribe')}
            </SubmitButton>
          </>
        }
      >
        {isGone && !ordered && <Alert severity="info">{t('billing.planGone')}</Alert>}
        <Plans plans={plans.isPending ? null : offered} failed={plans.isError} chosen={chosen} onChoose={setPicked} />
        {hasNone ? null : isFree ? (
          <Typography color="textSecondary">{t(isRefused ? 'billing.freeAfterPaid' : 'billing.noCardNeeded')}</Typography>
        ) : (
          <>
            {isSubscriber && plan && <UpgradePrice productId={plan.id} isFrozen={step === 'paying'} />}
            {billing?.isGift && <Typography color="textSecondary">{t('billing.endsGift')}</Typography>}
            {paysByFile ? (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
                <Typography>{t('billing.paysByFile', { card: cardText(cardOnFile) })}</Typography>
                <Button onClick={() => setWantsOtherCard(true)}>{t('billing.otherCard')}</Button>
              </Box>
            ) : (
              <CardField onTyped={setHasCard} />
            )}
            {/* A code is for the first payment of a first plan. */}
            {!isSubscriber && (
              <Field label={t('billing.promoCode')} help={t('optional')} value={code} onChange={(event) => setCode(event.target.value)} />
            )}
          </>
        )}
      </FormDialog>
      {typeof step === 'object' && <PaymentFailedDialog failure={step.failed} onRetry={() => setStep('entering')} onLeave={onClose} />}
    </>
  );
}

function Plans({ plans, failed, ...choice }: { plans: Plan[] | null; failed: boolean; chosen: string; onChoose: (id: string) => void }) {
  if (plans === null) return <LoadingBlock height={120} />;
  if (plans.length === 0) return failed ? null : <Alert severity="info">{t('billing.noPlans')}</Alert>;
  return <PlanChoice plans={plans} {...choice} />;
}
