import Button from '@mui/material/Button';
import { useState } from 'react';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import { PurchaseCreditsDialog } from './purchase-credits-dialog.tsx';

/** For subscribers, at the usage panel. */
export function PurchaseCredits() {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfMay to="billing.manage">
      <>
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {t('credits.title')}
        </Button>
        {isOpen && <PurchaseCreditsDialog onClose={() => setOpen(false)} />}
      </>
    </IfMay>
  );
}
