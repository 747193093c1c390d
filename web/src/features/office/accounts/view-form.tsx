import { type LoginAnswer, type OfficeAccount, Reason } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { paths } from '../../../lib/navigation/paths.ts';
import { Field } from '../../../components/form/field.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { Refusal } from '../../../components/form/refusal.tsx';
import { api } from '../../../lib/api/client.ts';
import { pageLoad } from '../../../lib/browser.ts';
import { useContractForm } from '../../../lib/form.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import { changeLogin } from '../../account/sign-in.ts';

/** Opens the console as the account's admin sees it, to read only. The full load drops everything that staff had open. */
export function ViewForm({ account: { id } }: { account: OfficeAccount }) {
  const form = useContractForm(Reason, { reason: '' });
  const { isDirty } = form.formState;
  useUnsaved({ isUnsaved: () => isDirty, name: t('office.view') });
  const view = useMutation({
    mutationFn: async (body: Reason) =>
      changeLogin(await api.post<LoginAnswer>(`/superadmin/tenants/${encodeURIComponent(id)}/view`, body)),
    onSuccess: () => pageLoad.open(paths.projects()),
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('office.view')}
      onSubmit={form.handleSubmit((body) => view.mutate(body))}
      sx={{ display: 'grid', gap: 3 }}
    >
      <Typography variant="h3">{t('office.view')}</Typography>
      {view.isError && <Refusal error={view.error} />}
      <Typography variant="body2" color="textSecondary">
        {t('office.viewAbout')}
      </Typography>
      <Field label={t('office.viewReason')} required error={form.formState.errors.reason?.message} {...form.register('reason')} />
      <SubmitButton busy={view.isPending} sx={{ justifySelf: 'start' }}>
        {t('office.viewOpen')}
      </SubmitButton>
    </Box>
  );
}
