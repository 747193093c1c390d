import { type AccountUser, DeleteAccount } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useContractForm } from '../../lib/form.ts';
import { IfMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { leaveSession } from '../../lib/session/session.ts';
import { keepToast, useToast } from '../../lib/toast.ts';
import { type Answer, t } from '../../texts/index.ts';
import { ConfirmFields, type Proof } from './confirm-fields.tsx';

/** Offers an admin to delete the whole account for good. */
export function DeleteAccountPanel({ user }: { user: AccountUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfMay to="billing.manage">
      <Panel title={t('deleteAccount.title')} about={t('deleteAccount.about')}>
        <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
          {t('deleteAccount.open')}
        </Button>
        {isOpen && <DeleteAccountDialog user={user} onClose={() => setOpen(false)} />}
      </Panel>
    </IfMay>
  );
}

const proofs: readonly Proof[] = ['current_password', 'twoFactorCode'];

function DeleteAccountDialog({ user, onClose }: { user: AccountUser; onClose: () => void }) {
  const { email, is_enable_two_factor: hasTwo } = user;
  const form = useContractForm(DeleteAccount, { email: '', current_password: '', twoFactorCode: '' });
  const [wanted, setWanted] = useState<ReadonlySet<Proof>>(new Set(hasTwo ? proofs : ['current_password']));
  const toast = useToast();
  const { errors, isSubmitting } = form.formState;
  return (
    <RecordFormDialog
      form={form}
      title={t('deleteAccount.dialog')}
      submit={
        <SubmitButton color="error" busy={isSubmitting} disabled={form.watch('email').trim().toLowerCase() !== email}>
          {t('deleteAccount.submit')}
        </SubmitButton>
      }
      save={async (typed) => {
        try {
          await api.post<Answer>('/users/delete-account', typed, { timeout: longest });
        } catch (error) {
          // A person without a password proves it by a mailed code, and only the server knows that.
          const asked = error instanceof ApiError ? proofs.filter((proof) => error.details.some(({ field }) => field === proof)) : [];
          if (asked.length > 0) setWanted((before) => new Set([...before, ...asked]));
          throw error;
        }
        return t('deleteAccount.done');
      }}
      onSaved={(message) => {
        toast.success(message);
        // Not now: the login that is here until the page has gone would show it to nobody.
        window.addEventListener('pagehide', keepToast, { once: true });
        leaveSession();
        pageLoad.open(paths.login());
      }}
      failed={t('deleteAccount.failed')}
      isDirty={false}
      holds
      onClose={onClose}
    >
      <Typography>{t('deleteAccount.gone')}</Typography>
      <Typography>{t('deleteAccount.kept')}</Typography>
      <Field
        label={t('archive.typeName', { name: email })}
        required
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <ConfirmFields wanted={wanted} register={form.register} errors={errors} />
    </RecordFormDialog>
  );
}

/** In milliseconds. The payment provider is asked several times, and the deletion goes on for some seconds. */
const longest = 60_000;
