import { EmailOnly } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { Field } from '../components/form/field.tsx';
import { FormMessage, type FormNote } from '../components/form/form-message.tsx';
import { SubmitButton } from '../components/form/submit-button.tsx';
import { LocalInbox } from '../components/local-inbox.tsx';
import { AuthCard } from '../features/account/auth-card.tsx';
import { api } from '../lib/api/client.ts';
import { useContractForm } from '../lib/form.ts';
import { t } from '../texts/index.ts';

export function ForgotPasswordPage() {
  const form = useContractForm(EmailOnly, { email: '' });
  const [note, setNote] = useState<FormNote | null>(null);
  const submit = form.handleSubmit(async (body) => {
    setNote(null);
    try {
      await api.post('/authentication/forgot-password', body, { visitor: true });
      // An `info` note stays: people look for it again after reading their mail.
      setNote({ kind: 'info', text: t('message.resetLinkSent') });
    } catch (error) {
      // Only logged: what a refusal says could tell about the address.
      console.warn('The reset link was not asked for.', error);
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <AuthCard
      title={t('forgot.title')}
      subtitle={t('forgot.subtitle')}
      footer={
        <Link component={RouterLink} to={paths.login()}>
          {t('backToLogin')}
        </Link>
      }
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage note={note} />
        {note && <LocalInbox />}
        <Field label={t('email')} type="email" autoComplete="email" required error={errors.email?.message} {...form.register('email')} />
        <SubmitButton size="large" fullWidth busy={isSubmitting}>
          {t('submit')}
        </SubmitButton>
      </Box>
    </AuthCard>
  );
}
