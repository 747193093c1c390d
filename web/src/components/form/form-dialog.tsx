import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { said } from '../../texts/index.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface FormDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** Whether something was entered that is not saved: Escape and the browser's Back ask before it is lost. */
  isDirty?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A failure that belongs to no field. */
  error?: string | null;
  actions: ReactNode;
  children: ReactNode;
}

/** A named dialog around a form: its first field has the focus, Enter submits, Escape closes, after a question where that loses something; a click beside it does nothing. */
export function FormDialog({ open, title, onClose, isDirty = false, onSubmit, error, actions, children }: FormDialogProps) {
  const titleId = useId();
  const [closing, setClosing] = useState(false);
  const escape = () => (isDirty ? setClosing(true) : onClose());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const unread = unreadField(event.currentTarget);
    if (!unread) return onSubmit(event);
    event.preventDefault();
    unread.focus(); // what is wrong stands below it
  };
  const discard = () => {
    setClosing(false);
    onClose();
  };
  return (
    <>
      <Dialog open={open} onClose={(_, reason) => reason !== 'backdropClick' && escape()} aria-labelledby={titleId} maxWidth="xs" fullWidth>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <Box component="form" ref={focusFirst} noValidate onSubmit={submit} sx={{ display: 'contents' }}>
          <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
            {error && <Alert severity="error">{said(error)}</Alert>}
            {children}
          </DialogContent>
          <DialogActions>{actions}</DialogActions>
        </Box>
      </Dialog>
      {open && isDirty && <UnsavedChanges form={title} closing={closing} onKeep={() => setClosing(false)} onDiscard={discard} />}
    </>
  );
}

/** A field whose text stands for no value: what the form holds is not what the person sees. */
function unreadField(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll('input')].find((input) => input.validity.customError);
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
