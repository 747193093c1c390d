import { Registration } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { FormMessage } from '../../components/form/form-message.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useContractForm, useSave } from '../../lib/form.ts';
import { AccountFields } from './account-fields.tsx';

interface UserFormProps {
  submitLabel: string;
  /** Its rejection is shown at the fields it names, else above the form. */
  onSubmit: (registration: Registration) => Promise<void>;
}

/** The form of /register: name, e-mail and a password typed twice. */
export function UserForm({ submitLabel, onSubmit }: UserFormProps) {
  const form = useContractForm(Registration, { name: '', email: '', password: '', confirmPassword: '', role: 'admin', projectId: null });
  const { submit, failure } = useSave(form, onSubmit);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <FormMessage failure={failure} />
      <AccountFields form={form} />
      <SubmitButton size="large" fullWidth busy={form.formState.isSubmitting}>
        {submitLabel}
      </SubmitButton>
    </Box>
  );
}
