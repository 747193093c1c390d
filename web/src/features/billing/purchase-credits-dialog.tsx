import { billingTexts, creditsPerDollar, largestPurchase, timings } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { usePurchaseCredits } from './billing-queries.ts';

/** Buys API credits with the card on file. */
export function PurchaseCreditsDialog({ onClose }: { onClose: () => void }) {
  const [amount, setAmount] = useState(5);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const purchase = usePurchaseCredits(key);
  const toast = useToast();
  const isBuying = useRef(false);
  /** The last order was refused, so that nothing of it can still be charged. */
  const isRefused = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isValid = Number.isInteger(amount) && amount >= 1 && amount <= largestPurchase;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isValid || isBuying.current) return; // a second press orders nothing
    isBuying.current = true;
    setFailure(null);
    try {
      const { message } = await purchase.mutateAsync({ amount });
      onClose();
      toast.success(message);
      setTimeout(pageLoad.reload, timings.reload);
    } catch (error) {
      isRefused.current = error instanceof ApiError && error.code === 'payment-failed';
      setFailure(messageOf(error, billingTexts.purchaseFailed, billingTexts.purchaseUnanswered));
    } finally {
      isBuying.current = false;
    }
  }

  /** Another amount after a refusal is another order; after no answer at all it must not become a second charge. */
  function change(next: number) {
    setAmount(next);
    if (!isRefused.current) return;
    isRefused.current = false;
    setKey(crypto.randomUUID());
  }

  return (
    <FormDialog
      open
      title={t('credits.title')}
      error={failure}
      onClose={() => !purchase.isPending && onClose()}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose} disabled={purchase.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!isValid || purchase.isPending}>
            {purchase.isPending ? t('credits.processing') : t('credits.pay', { amount })}
          </Button>
        </>
      }
    >
      <Field
        label={t('credits.amount')}
        type="number"
        inputProps={{ min: 1, max: largestPurchase, step: 1 }}
        value={Number.isNaN(amount) ? '' : amount}
        error={amount > largestPurchase ? t('credits.max', { amount: largestPurchase.toLocaleString('en-US') }) : undefined}
        onChange={({ target }) => change(target.value === '' ? Number.NaN : Math.max(1, Number(target.value)))}
      />
      <Typography>{t('credits.receive', { credits: isValid ? amount * creditsPerDollar : 0 })}</Typography>
      <Typography variant="body2" color="textSecondary">
        {billingTexts.existingCard}
      </Typography>
    </FormDialog>
  );
}
