import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type SaveOptions, useSave } from '../../lib/form.ts';
import { useToast } from '../../lib/toast.ts';
import { SubmitButton } from './submit-button.tsx';
import { CancelButton } from './cancel-button.tsx';
import { FormDialog } from './form-dialog.tsx';

interface RecordFormDialogProps<In extends FieldValues, Out> extends SaveOptions {
  form: UseFormReturn<In, unknown, Out>;
  title: string;
  /** The text of the button that saves, or a button in its place. */
  submit: ReactNode;
  /** The button that saves cannot be used. */
  disabled?: boolean;
  /** @returns the message to show when it is done */
  save: (input: Out) => Promise<string>;
  /** Replaces the usual end: the message in a toast, and the dialog closes. */
  onSaved?: (message: string) => void;
  /** A failure of something else than saving. */
  failure?: string | null;
  /** The refused call that `failure` tells of. */
  refused?: unknown;
  /** Whether closing loses something, when that is not the same as a changed form. */
  isDirty?: boolean;
  /** The dialog stays open while it saves. */
  holds?: boolean;
  /** Other things to do, at the left of the buttons. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that creates or changes one record. It shows complaints at their fields and every other failure above them. */
export function RecordFormDialog<In extends FieldValues, Out>({
  form,
  title,
  submit,
  disabled = false,
  save,
  onSaved,
  failure = null,
  refused,
  isDirty = form.formState.isDirty,
  holds = false,
  actions,
  onClose,
  children,
  ...options
}: RecordFormDialogProps<In, Out>) {
  const toast = useToast();
  const { isSubmitting } = form.formState;
  const isHeld = holds && isSubmitting;
  const saving = useSave(
    form,
    async (input) => {
      const message = await save(input);
      if (onSaved) return onSaved(message);
      toast.success(message);
      onClose();
    },
    { ...options, asks: false },
  );
  return (
    <FormDialog
      title={title}
      isDirty={isDirty}
      onClose={() => isHeld || onClose()}
      onSubmit={saving.submit}
      error={saving.failure ?? failure}
      refused={saving.refused ?? refused}
      actions={
        <>
          {actions}
          <CancelButton disabled={isHeld} />
          {typeof submit === 'string' ? (
            <SubmitButton busy={isSubmitting} disabled={disabled}>
              {submit}
            </SubmitButton>
          ) : (
            submit
          )}
        </>
      }
    >
      {children}
    </FormDialog>
  );
}
