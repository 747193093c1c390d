import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type ReactNode, useId } from 'react';
import { said } from '../texts/index.ts';

interface FormDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A failure that belongs to no field. */
  error?: string | null;
  actions: ReactNode;
  children: ReactNode;
}

/** A named dialog around a form: its first field has the focus, Enter submits, Escape closes; a click beside it does not, since that loses what was typed. */
export function FormDialog({ open, title, onClose, onSubmit, error, actions, children }: FormDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={(_, reason) => reason !== 'backdropClick' && onClose()} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <Box component="form" ref={focusFirst} noValidate onSubmit={onSubmit} sx={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {error && <Alert severity="error">{said(error)}</Alert>}
          {children}
        </DialogContent>
        <DialogActions>{actions}</DialogActions>
      </Box>
    </Dialog>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
