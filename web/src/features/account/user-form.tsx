import { Registration } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { FormMessage, type FormNote } from '../../components/form/form-message.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { showServerProblems, useContractForm } from '../../lib/form.ts';
import { AccountFields } from './account-fields.tsx';

interface UserFormProps {
  submitLabel: string;
  /** Its rejection is shown at the fields it names, else above the form. */
  onSubmit: (registration: Registration) => Promise<void>;
}

/** The form of /register: name, e-mail and a password typed twice. */
export function UserForm({ submitLabel, onSubmit }: UserFormProps) {
  const form = useContractForm(Registration, { name: '', email: '', password: '', confirmPassword: '', role: 'admin', projectId: null });
  const [note, setNote] = useState<FormNote | null>(null);
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (registration) => {
    setNote(null);
    try {
      await onSubmit(registration);
    } catch (error) {
      if (!showServerProblems(form, error)) setNote({ kind: 'error', text: messageOf(error) });
    }
  });
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <FormMessage note={note} />
      <AccountFields form={form} />
      <SubmitButton size="large" fullWidth busy={isSubmitting}>
        {submitLabel}
      </SubmitButton>
    </Box>
  );
}
