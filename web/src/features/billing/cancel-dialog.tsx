import type { BillingOverview } from '@bedplate/contract';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { withReason } from '../../lib/api/api-error.ts';
import { dayText } from '../../lib/time/days.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';
import { useCancelSubscription } from './billing-queries.ts';

export function CancelDialog({ billing, onClose }: { billing: BillingOverview; onClose: () => void }) {
  const cancel = useCancelSubscription();
  const toast = useToast();
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('message.cancelled'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={t('billing.cancel')}
      keep={t('billing.keep')}
      confirm={t('billing.cancel')}
      busy={cancel.isPending}
      error={cancel.error && withReason(t('message.cancelFailed'), cancel.error)}
      refused={cancel.error}
      onKeep={onClose}
      onConfirm={confirm}
    >
      {consequence(billing)}
    </ConfirmDialog>
  );
}

function consequence({ beneath, expiresAt }: BillingOverview): string {
  if (beneath?.periodEnd) {
    return t('billing.cancelGift', { name: (beneath.name ?? '–').toUpperCase(), date: dayText(beneath.periodEnd) });
  }
  return expiresAt ? t('billing.cancelQuestion', { date: dayText(expiresAt) }) : t('billing.cancelNow');
}
