import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { z } from 'zod';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { useContractForm } from '../../lib/form.ts';
import { t } from '../../texts/index.ts';
import { useRefreshBilling } from './billing-queries.ts';
import { CardElements, CardField } from './card-elements.tsx';
import { failureText, replaceCard } from './pay.ts';

interface ChangeCardDialogProps {
  subscriptionId: string;
  onClose: () => void;
}

export function ChangeCardDialog(props: ChangeCardDialogProps) {
  return (
    <CardElements>
      <ChangeCardForm {...props} />
    </CardElements>
  );
}

/** Has no fields, because the payment provider's own field holds the card. */
const Nothing = z.object({});

function ChangeCardForm({ subscriptionId, onClose }: ChangeCardDialogProps) {
  const form = useContractForm(Nothing, {});
  const provider = { stripe: useStripe(), elements: useElements() };
  const refresh = useRefreshBilling();
  const [isTyped, setTyped] = useState(false);
  return (
    <RecordFormDialog
      form={form}
      title={t('billing.changeCard')}
      submit={t('billing.saveCard')}
      save={async () => {
        const message = await replaceCard(provider, subscriptionId);
        await refresh();
        return message;
      }}
      failed={(error) => failureText(error, t('message.cardChangeFailed'))}
      isDirty={isTyped && !form.formState.isSubmitting} // while the bank asks, its question stays
      holds
      onClose={onClose}
    >
      <CardField onTyped={setTyped} />
    </RecordFormDialog>
  );
}
