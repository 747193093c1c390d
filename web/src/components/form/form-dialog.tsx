import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type ReactNode, useId } from 'react';
import { mayLeave, useUnsaved } from '../../lib/unsaved.ts';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Whether unsaved input would be lost: then Escape, Back, a reload and a closed tab ask first. */
  isDirty?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A failure that belongs to no field. */
  error?: string | null;
  actions: ReactNode;
  children: ReactNode;
}

/**
 * A named dialog around a form. Its first field has the focus, and Enter submits. Escape closes it,
 * after a question when input would be lost. A click beside it has no effect.
 */
export function FormDialog({ title, onClose, isDirty = false, onSubmit, error, actions, children }: FormDialogProps) {
  const titleId = useId();
  useUnsaved({ isUnsaved: () => isDirty, name: title, onDiscard: onClose });
  const escape = () => (isDirty ? void mayLeave() : onClose());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const unread = unreadField(event.currentTarget);
    if (!unread) return onSubmit(event);
    event.preventDefault();
    unread.focus(); // the problem is shown below it
  };
  return (
    <Dialog open onClose={(_, reason) => reason !== 'backdropClick' && escape()} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <Box component="form" ref={focusFirst} noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {error && <Alert severity="error">{error}</Alert>}
          {children}
        </DialogContent>
        <DialogActions>{actions}</DialogActions>
      </Box>
    </Dialog>
  );
}

/** @returns a field with a text that is no value, so that the form holds something else than the person sees */
function unreadField(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll('input')].find((input) => input.validity.customError);
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
