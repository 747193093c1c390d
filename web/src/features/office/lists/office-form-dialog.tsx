import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { showServerProblems } from '../../../lib/form.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { useOfficeChange } from './use-office-change.ts';

interface OfficeFormDialogProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  title: string;
  /** On the button that saves. */
  submit: string;
  /** @returns what to say when it is done */
  save: (input: Out) => Promise<string>;
  /** Said when the server gives no reason. */
  failed: string;
  onClose: () => void;
  children: ReactNode;
}

/** A row of a staff list in a form: what the server complains of stands at its field, else above the form. */
export function OfficeFormDialog<In extends FieldValues, Out>({
  form,
  title,
  submit,
  save,
  failed,
  onClose,
  children,
}: OfficeFormDialogProps<In, Out>) {
  const [error, setError] = useState<string | null>(null);
  const toast = useToast();
  const change = useOfficeChange(save);
  const onSubmit = form.handleSubmit(async (input) => {
    setError(null);
    try {
      toast.success(await change.mutateAsync(input));
      onClose();
    } catch (failure) {
      if (!showServerProblems(form, failure)) setError(messageOf(failure, failed, failed));
    }
  });
  return (
    <FormDialog
      open
      title={title}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={onSubmit}
      error={error}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={change.isPending}>{submit}</SubmitButton>
        </>
      }
    >
      {children}
    </FormDialog>
  );
}
