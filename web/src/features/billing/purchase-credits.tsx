import Button from '@mui/material/Button';
import { openDialog } from '../../components/page-dialogs.tsx';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import { PurchaseCreditsDialog } from './purchase-credits-dialog.tsx';

/** For subscribers, at the usage panel. */
export function PurchaseCredits() {
  return (
    <IfMay to="billing.manage">
      <Button variant="outlined" onClick={() => openDialog((onClose) => <PurchaseCreditsDialog onClose={onClose} />)}>
        {t('credits.title')}
      </Button>
    </IfMay>
  );
}
