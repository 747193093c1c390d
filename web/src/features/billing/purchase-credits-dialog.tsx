import { CreditPurchase, creditsPerDollar, largestPurchase, timings } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { PartedField } from '../../components/form/parted-field.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useContractForm } from '../../lib/form.ts';
import { freshKey } from '../../lib/fresh-key.ts';
import { localNumber } from '../../lib/local-number.ts';
import { keepToast, useToast } from '../../lib/toast.ts';
import { answerOf, t } from '../../texts/index.ts';
import { usePurchaseCredits } from './billing-queries.ts';

/** Buys API credits with the card on file. */
export function PurchaseCreditsDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm(CreditPurchase, { amount: 5 });
  const amount = form.watch('amount');
  const [key, setKey] = useState(() => freshKey());
  const purchase = usePurchaseCredits(key);
  const toast = useToast();
  /** Whether the last order was refused, so that it can no longer be charged. */
  const isRefused = useRef(false);
  const isValid = CreditPurchase.safeParse({ amount }).success;
  const { isSubmitting } = form.formState;
  /** Whether less than a dollar was typed, which became one. */
  const [isRaised, setRaised] = useState(false);

  /** Another amount after a refusal is another order; after no answer at all it must not become a second charge. */
  function change(typed: number) {
    setRaised(typed < 1);
    form.setValue('amount', Number.isNaN(typed) ? typed : Math.max(1, typed));
    if (!isRefused.current) return;
    isRefused.current = false;
    setKey(freshKey());
  }

  return (
    <RecordFormDialog
      form={form}
      title={t('credits.title')}
      submit={
        <Button type="submit" variant="contained" disabled={!isValid || isSubmitting}>
          {isSubmitting ? t('credits.processing') : isValid ? t('credits.pay', { amount }) : t('credits.payNothing')}
        </Button>
      }
      save={async (order) => {
        const answer = await purchase.mutateAsync(order);
        return answerOf('message.creditsBought', answer, { credits: localNumber(answer.data?.credits ?? 0) });
      }}
      onSaved={(message) => {
        onClose();
        toast.success(message);
        setTimeout(() => {
          keepToast();
          pageLoad.reload();
        }, timings.reload);
      }}
      failed={(error) => {
        isRefused.current = error instanceof ApiError && error.code === 'payment-failed';
        return messageOf(error, t('message.purchaseFailed'), t('message.purchaseUnanswered'));
      }}
      spellings={null}
      isDirty={false}
      holds
      onClose={onClose}
    >
      <PartedField
        label={t('credits.amount')}
        required
        type="number"
        inputProps={{ min: 1, max: largestPurchase, step: 1 }}
        value={Number.isNaN(amount) ? '' : amount}
        error={problemOf(amount)}
        help={isRaised ? t('credits.min') : undefined}
        onChange={({ target }) => change(target.value === '' ? Number.NaN : Number(target.value))}
      />
      <Typography>{t('credits.receive', { credits: isValid ? amount * creditsPerDollar : 0 })}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('message.existingCard')}
      </Typography>
    </RecordFormDialog>
  );
}

function problemOf(amount: number): string | undefined {
  if (Number.isNaN(amount)) return t('credits.missing');
  if (amount > largestPurchase) return t('credits.max', { amount: largestPurchase.toLocaleString('en-US') });
  return Number.isInteger(amount) ? undefined : t('credits.whole');
}
