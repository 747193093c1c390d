import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { t } from '../../texts/index.ts';

interface PaymentFailedDialogProps {
  message: string;
  /** Back to the form, to try another card. */
  onRetry: () => void;
  /** Leaves the form as well. */
  onLeave: () => void;
}

/** Why a payment failed. Where the free tier stays, closing ends the whole attempt. */
export function PaymentFailedDialog({ message, onRetry, onLeave }: PaymentFailedDialogProps) {
  const titleId = useId();
  const isFree = message.toLowerCase().includes('free tier remains active');
  return (
    <Dialog open onClose={isFree ? onLeave : onRetry} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('message.paymentFailed')}</DialogTitle>
      <DialogContent>
        <Typography>{isFree ? t('message.differentCard') : message}</Typography>
        {isFree && (
          <Typography color="textSecondary" sx={{ mt: 3 }}>
            {t('message.dontWorry')}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={isFree ? onLeave : onRetry}>
          {t('close')}
        </Button>
        <Button variant="contained" onClick={onRetry}>
          {t('billing.tryAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
