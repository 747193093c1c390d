import { type OfficeAccount, Reason } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Field } from '../../../components/form/field.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { Refusal } from '../../../components/form/refusal.tsx';
import { api } from '../../../lib/api/client.ts';
import { useContractForm } from '../../../lib/form.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import { localDateTime } from '../../../lib/time.ts';
import { useOfficeChange } from '../lists/use-office-change.ts';

/**
 * Suspends an account with a reason, which its owner reads in a mail and at the login; or lifts
 * that.
 */
export function SuspensionForm({ account: { id, owner, suspension } }: { account: OfficeAccount }) {
  const form = useContractForm(Reason, { reason: '' });
  const { isDirty } = form.formState;
  useUnsaved({ isUnsaved: () => isDirty, name: t('office.suspension') });
  // A typed reason stays in sight when somebody else is faster: its button may not turn into the one that lifts.
  const standing = isDirty ? null : suspension;
  const toast = useToast();
  const path = `/superadmin/tenants/${encodeURIComponent(id)}`;
  const change = useOfficeChange((body: Reason | null) => (body ? api.post(`${path}/suspend`, body) : api.post(`${path}/lift`, {})));
  const submit = form.handleSubmit((body) => {
    change.mutate(body, {
      onSuccess: () => {
        toast.success(t('office.suspended', { name: owner.name }));
        form.reset();
      },
    });
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('office.suspension')}
      onSubmit={standing ? lift : submit}
      sx={{ display: 'grid', gap: 3 }}
    >
      <Typography variant="h3">{t('office.suspension')}</Typography>
      {change.isError && <Refusal error={change.error} />}
      {standing ? (
        <Alert severity="warning">
          {t('office.suspendedBy', { name: standing.by, time: localDateTime(standing.at) })}
          <br />
          {standing.reason}
        </Alert>
      ) : (
        <>
          <Typography variant="body2" color="textSecondary">
            {t('office.suspendAbout')}
          </Typography>
          <Field label={t('office.reason')} required error={form.formState.errors.reason?.message} {...form.register('reason')} />
        </>
      )}
      <SubmitButton busy={change.isPending} color={standing ? 'primary' : 'error'} sx={{ justifySelf: 'start' }}>
        {t(standing ? 'office.lift' : 'office.suspend')}
      </SubmitButton>
    </Box>
  );

  function lift(event: { preventDefault(): void }): void {
    event.preventDefault();
    change.mutate(null, { onSuccess: () => toast.success(t('office.lifted', { name: owner.name })) });
  }
}
