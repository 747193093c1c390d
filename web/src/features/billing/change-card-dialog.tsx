import { billingTexts } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useRef, useState } from 'react';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useToast } from '../../lib/toast.ts';
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

function ChangeCardForm({ subscriptionId, onClose }: ChangeCardDialogProps) {
  const provider = { stripe: useStripe(), elements: useElements() };
  const refresh = useRefreshBilling();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const isSaving = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaving.current) return; // a second press sends no second card
    isSaving.current = true;
    setBusy(true);
    setFailure(null);
    try {
      toast.success(await replaceCard(provider, subscriptionId));
      await refresh();
      onClose();
    } catch (error) {
      setFailure(failureText(error, billingTexts.cardChangeFailed));
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  }

  return (
    <FormDialog
      open
      title={t('billing.changeCard')}
      error={failure}
      onClose={() => !busy && onClose()}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={busy}>{t('billing.saveCard')}</SubmitButton>
        </>
      }
    >
      <CardField />
    </FormDialog>
  );
}
