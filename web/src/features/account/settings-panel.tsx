import { type AccountChange, type AccountUser } from '@bedplate/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '../../components/form/field.tsx';
import { FormMessage, type FormNote } from '../../components/form/form-message.tsx';
import { Panel } from '../../components/panel.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useContractForm, useSave } from '../../lib/form.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Writes } from '../../lib/writes.tsx';
import { answerOf, t } from '../../texts/index.ts';
import { useUpdateAccount } from './account-queries.ts';
import { ConfirmFields, type Proof } from './confirm-fields.tsx';

const proofs: readonly Proof[] = ['current_password', 'twoFactorCode'];

/** Name, password and second factor. The form has no rule of its own: the server says what it does not take. */
export function SettingsPanel({ user }: { user: AccountUser }) {
  const stored = { name: user.name, password: '', password_confirm: '', is_enable_two_factor: user.is_enable_two_factor };
  const [wanted, setWanted] = useState<ReadonlySet<Proof>>(new Set());
  const reload = useReload();
  const form = useContractForm(z.custom<AccountChange>(), stored);
  const update = useUpdateAccount();
  const [note, setNote] = useState<FormNote | null>(null);
  const { dirtyFields, errors, isDirty, isSubmitting } = form.formState;
  const { submit, failure } = useSave(form, async ({ name, is_enable_two_factor, ...rest }) => {
    setNote(null);
    // Only touched fields are sent: another tab may have changed the others.
    const touched = { ...(dirtyFields.name && { name }), ...(dirtyFields.is_enable_two_factor && { is_enable_two_factor }) };
    try {
      const answer = await update.mutateAsync({ ...rest, ...touched });
      form.reset({ ...form.getValues(), password: '', password_confirm: '', current_password: '', twoFactorCode: '' });
      setWanted(new Set());
      setNote({ kind: 'success', text: answerOf('message.accountUpdated', answer) });
      reload();
    } catch (error) {
      const asked = error instanceof ApiError ? proofs.filter((proof) => error.details.some(({ field }) => field === proof)) : [];
      if (asked.length > 0) setWanted((before) => new Set([...before, ...asked]));
      throw error;
    }
  });
  return (
    <Panel title={t('settings.title')}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage note={note} failure={failure} />
        <Field label={t('name')} required autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <Field label={t('email')} value={user.email} readOnly help={t('settings.emailHelp')} autoComplete="email" />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
          <PasswordField
            label={t('newPassword')}
            autoComplete="new-password"
            help={t('settings.passwordHelp')}
            error={errors.password?.message}
            {...form.register('password', { deps: ['password_confirm'] })}
          />
          <PasswordField
            label={t('settings.passwordConfirm')}
            autoComplete="new-password"
            error={errors.password_confirm?.message}
            {...form.register('password_confirm')}
          />
        </Box>
        <Controller
          control={form.control}
          name="is_enable_two_factor"
          render={({ field: { value, ...field } }) => (
            <FormControlLabel
              sx={{ m: 0, gap: 3, alignItems: 'flex-start' }}
              control={<Switch {...field} checked={value ?? false} slotProps={{ input: { 'aria-describedby': 'two-factor-help' } }} />}
              label={
                <>
                  {t('settings.twoFactor')}
                  <Typography id="two-factor-help" variant="body2" color="textSecondary">
                    {t('settings.twoFactorHelp')}
                  </Typography>
                </>
              }
            />
          )}
        />
        {wanted.size > 0 && <ConfirmFields wanted={wanted} register={form.register} errors={errors} />}
        <Writes>
          <SubmitButton busy={isSubmitting} disabled={!isDirty} sx={{ alignSelf: 'flex-start' }}>
            {t('settings.save')}
          </SubmitButton>
        </Writes>
      </Box>
    </Panel>
  );
}
