import Button from '@mui/material/Button';
import { createContext, useContext } from 'react';
import { t } from '../../texts/index.ts';

/** How the dialog around is left: at once, or after a question when input would be lost. */
export const LeaveDialog = createContext<() => void>(() => {});

/** Leaves the form's dialog as Escape does. */
export function CancelButton({ disabled = false, label }: { disabled?: boolean; label?: string }) {
  return (
    <Button variant="outlined" color="inherit" onClick={useContext(LeaveDialog)} disabled={disabled}>
      {label ?? t('cancel')}
    </Button>
  );
}
