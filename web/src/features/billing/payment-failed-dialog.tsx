import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';
import type { Failure } from './pay.ts';

interface PaymentFailedDialogProps {
  failure: Failure;
  /** Back to the form, to try another card. */
  onRetry: () => void;
  /** Leaves the form as well. */
  onLeave: () => void;
}

/** Why a payment failed. Where the free tier stays, closing ends the whole attempt. */
export function PaymentFailedDialog({ failure: { message, keepsFreeTier, reason }, onRetry, onLeave }: PaymentFailedDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={keepsFreeTier ? onLeave : onRetry} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('message.paymentFailed')}</DialogTitle>
      <DialogContent>
        <Typography>{keepsFreeTier ? t('message.differentCard') : message}</Typography>
        {reason && <Typography sx={{ mt: 3 }}>{reason}</Typography>}
        {keepsFreeTier && (
          <Typography color="textSecondary" sx={{ mt: 3 }}>
            {t('message.dontWorry')}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={keepsFreeTier ? onLeave : onRetry}>
          {t('close')}
        </Button>
        <Button variant="contained" onClick={onRetry}>
          {t('billing.tryAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
