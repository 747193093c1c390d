import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type ReactNode, useId } from 'react';
import { isNotFound, messageOf } from '../../lib/api/api-error.ts';
import { mayLeave } from '../../lib/leaving.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';
import { LogLink } from './log-link.tsx';
import { Refusal } from './refusal.tsx';
import { LeaveDialog } from './cancel-button.tsx';
import { unreadField } from './unread-field.ts';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Whether unsaved input would be lost: then Escape, Cancel, Back, a reload and a closed tab ask first. */
  isDirty: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A failure that belongs to no field. */
  error?: string | null;
  /** The refused call that `error` tells of, or complaints at the fields. */
  refused?: unknown;
  actions: ReactNode;
  children: ReactNode;
}

/**
 * A named dialog around a form. Its first field has the focus, and Enter submits. Escape and Cancel close
 * it, after a question when input would be lost. A click beside it has no effect.
 */
export function FormDialog({ title, onClose, isDirty, onSubmit, error, refused, actions, children }: FormDialogProps) {
  const titleId = useId();
  useUnsaved({ isUnsaved: () => isDirty, name: title, onDiscard: onClose });
  const escape = () => (isDirty ? void mayLeave() : onClose());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!unreadField(event.currentTarget)) return onSubmit(event);
    event.preventDefault();
  };
  return (
    <Dialog open onClose={(_, reason) => reason !== 'backdropClick' && escape()} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <Box component="form" ref={focusFirst} noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {error && (
            <Box ref={bringIntoView}>
              <Refusal error={refused}>{isDirty ? withGone(error, refused) : error}</Refusal>
            </Box>
          )}
          {children}
          {!error && <LogLink error={refused} />}
        </DialogContent>
        <LeaveDialog value={escape}>
          <DialogActions>{actions}</DialogActions>
        </LeaveDialog>
      </Box>
    </Dialog>
  );
}

/** Of a long form, the button that saves is far below what is told above all fields. */
function bringIntoView(refusal: HTMLElement | null): void {
  refusal?.scrollIntoView?.({ block: 'nearest' }); // not in tests
}

/** @returns after the server's word that a thing is not there, what that means for what was typed */
function withGone(error: string, refused: unknown): string {
  return isNotFound(refused) && error === messageOf(refused) ? sentences(error, t('form.gone')) : error;
}

/**
 * Focuses the field that the person begins with. While something before it is being loaded, which may
 * bring fields of its own, it waits, unless the person has gone to a field meanwhile.
 * @returns the function that ends the waiting
 */
function focusFirst(form: HTMLFormElement | null): (() => void) | undefined {
  if (!form || focusReady(form)) return;
  const waiting = new MutationObserver(() => focusReady(form) && waiting.disconnect());
  waiting.observe(form, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy', 'disabled'] });
  return () => waiting.disconnect();
}

const fields = [
  ...['input', 'select', 'textarea'].map((name) => `${name}:enabled:not([type=hidden], [readonly], [aria-hidden=true])`),
  '[contenteditable=true]',
].join();

function focusReady(form: HTMLFormElement): boolean {
  const all = [...form.querySelectorAll<HTMLElement>(fields)];
  const first = beginOf(all);
  if (first && form.ownerDocument.activeElement?.matches(fields) && form.contains(form.ownerDocument.activeElement)) return true;
  const loading = form.querySelector('[aria-busy=true], [role=progressbar], .MuiSkeleton-root');
  if (!first || (loading && loading.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING)) return false;
  // The chosen one of a group stands for it.
  const chosen = isRadio(first) ? all.find((other) => isRadio(other) && other.name === first.name && other.checked) : undefined;
  (chosen ?? first).focus();
  return true;
}

/** The first field, or the one that has to be filled when only choices are before it that may stay as they are. */
function beginOf(all: readonly HTMLElement[]): HTMLElement | undefined {
  const first = all.find((field) => !isOpenChoice(field));
  return first && isMissing(first) ? first : all[0];
}

function isOpenChoice(field: HTMLElement): boolean {
  return field instanceof HTMLSelectElement && field.value === '' && !field.matches('[aria-required=true]');
}

function isMissing(field: HTMLElement): boolean {
  return field instanceof HTMLInputElement && field.value === '' && field.matches('[aria-required=true]');
}

function isRadio(field: HTMLElement): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'radio';
}
