import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useOpened } from '../../lib/use-opened.ts';
import { AsItWas } from './as-it-was.tsx';
import { Refusal } from './refusal.tsx';
import { SubmitButton } from './submit-button.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The object and the consequence. */
  children: ReactNode;
  /** The safe choice; it has the focus. */
  keep: string;
  confirm: string;
  busy: boolean;
  error?: string | null;
  /** The refused call that `error` tells of. */
  refused?: unknown;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks before something is taken away: the safe choice first, red only on the last step. */
export function ConfirmDialog({ open, title, children, keep, confirm, busy, error, refused, onKeep, onConfirm }: ConfirmDialogProps) {
  const titleId = useId();
  const opened = useOpened(open);
  if (!opened) return null;
  return (
    <Dialog open={open} onClose={busy ? undefined : onKeep} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <AsItWas isFading={!open}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {children}
          {error && (
            <Refusal error={refused} sx={{ mt: 4 }}>
              {error}
            </Refusal>
          )}
        </DialogContent>
      </AsItWas>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus anyway; it belongs on the safe choice */}
        <Button variant="outlined" color="inherit" onClick={onKeep} disabled={busy} autoFocus>
          {keep}
        </Button>
        <SubmitButton type="button" color="error" busy={busy} onClick={onConfirm}>
          {confirm}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  );
}
