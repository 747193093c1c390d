import { billingTexts } from '@bedplate/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { localDate } from '../../lib/time.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useCancelSubscription } from './billing-queries.ts';

export function CancelDialog({ endsAt, onClose }: { endsAt: string | null; onClose: () => void }) {
  const cancel = useCancelSubscription();
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  async function confirm() {
    setFailure(null);
    try {
      await cancel.mutateAsync(undefined);
      toast.success(billingTexts.cancelled);
      onClose();
    } catch {
      setFailure(billingTexts.cancelFailed);
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('billing.cancel')}
      keep={t('billing.keep')}
      confirm={t('billing.cancel')}
      busy={cancel.isPending}
      error={failure}
      onKeep={onClose}
      onConfirm={() => void confirm()}
    >
      {endsAt ? t('billing.cancelQuestion', { date: localDate(endsAt) }) : t('billing.cancelNow')}
    </ConfirmDialog>
  );
}
