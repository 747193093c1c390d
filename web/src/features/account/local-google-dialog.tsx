import { Email, PersonName } from '@bedplate/contract';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { z } from 'zod';
import { Field } from '../../components/form/field.tsx';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useContractForm } from '../../lib/form.ts';
import { freshKey } from '../../lib/fresh-key.ts';
import { t } from '../../texts/index.ts';
import type { GoogleData } from './sign-in.ts';

interface LocalGoogleDialogProps {
  onCredential: (data: GoogleData) => void;
  onClose: () => void;
}

const Person = z.object({ name: PersonName, email: Email, unverified: z.boolean() });

/** Replaces Google on one machine: makes the Auth emulator's form of an ID token, an unsigned payload. */
export default function LocalGoogleDialog({ onCredential, onClose }: LocalGoogleDialogProps) {
  const form = useContractForm(Person, { name: '', email: '', unverified: false });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(({ name, email, unverified }) => {
    const nonce = freshKey();
    const payload = { sub: `local-${email}`, email, email_verified: !unverified, name, nonce };
    onCredential({ credential: JSON.stringify(payload), nonce });
  });
  return (
    <FormDialog
      title={t('google.localTitle')}
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={submit}
      actions={
        <>
          <CancelButton />
          <SubmitButton busy={false}>{t('google.continue')}</SubmitButton>
        </>
      }
    >
      <Typography color="textSecondary">{t('google.localAbout')}</Typography>
      <Field label={t('name')} required error={errors.name?.message} {...form.register('name')} />
      <Field label={t('email')} type="email" required error={errors.email?.message} {...form.register('email')} />
      <FormControlLabel control={<Checkbox {...form.register('unverified')} />} label={t('google.localUnverified')} />
    </FormDialog>
  );
}
