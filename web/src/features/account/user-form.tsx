import { Registration } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Field } from '../../components/field.tsx';
import { FormMessage, type FormNote } from '../../components/form-message.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { showServerProblems, useContractForm } from '../../lib/form.ts';
import { t } from '../../texts/index.ts';

interface UserFormProps {
  submitLabel: string;
  /** Its rejection is shown at the fields it names, else above the form. */
  onSubmit: (registration: Registration) => Promise<void>;
}

/** Name, e-mail and a password typed twice; the role is admin unless the caller's page lets choose it. */
export function UserForm({ submitLabel, onSubmit }: UserFormProps) {
  const form = useContractForm(Registration, { name: '', email: '', password: '', confirmPassword: '', role: 'admin', projectId: null });
  const [note, setNote] = useState<FormNote | null>(null);
  const { errors, isSubmitting } = form.formState;
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
      <Field label={t('name')} autoComplete="name" required error={errors.name?.message} {...form.register('name')} />
      <Field label={t('email')} type="email" autoComplete="email" required error={errors.email?.message} {...form.register('email')} />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        required
        help={t('password.rule')}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <SubmitButton size="large" fullWidth busy={isSubmitting}>
        {submitLabel}
      </SubmitButton>
    </Box>
  );
}
