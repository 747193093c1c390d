import { type OfficeAccount, TenantLimits, type TenantLimitsChange, tenantLimitNames } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { Refusal } from '../../../components/form/refusal.tsx';
import { api } from '../../../lib/api/client.ts';
import { changedFields } from '../../../lib/changed-fields.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import { useOfficeChange } from '../lists/use-office-change.ts';

type Texts = Record<keyof TenantLimits, string>;

/** The account's own limits; an empty field is the plan's, which it shows. */
export function LimitsForm({ account: { id, limits, plan } }: { account: OfficeAccount }) {
  // Other staff may change the limits meanwhile: theirs come in beside what is typed here.
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const standing = byName((name) => String(limits[name] ?? ''));
  const texts = { ...standing, ...typed };
  const [errors, setErrors] = useState<Partial<Texts>>({});
  useUnsaved({ isUnsaved: () => tenantLimitNames.some((name) => texts[name] !== standing[name]), name: t('office.limits') });
  const toast = useToast();
  const change = useOfficeChange((body: TenantLimitsChange) => api.put(`/superadmin/tenants/${encodeURIComponent(id)}/limits`, body));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = TenantLimits.safeParse(byName((name) => (texts[name].trim() === '' ? null : Number(texts[name]))));
    setErrors(given.success ? {} : Object.fromEntries(given.error.issues.map(({ path, message }) => [path[0], message])));
    if (!given.success) return;
    const onSuccess = () => {
      setTyped({});
      toast.success(t('office.limitsChanged'));
    };
    change.mutate({ ...given.data, changed: changedFields(limits, given.data) }, { onSuccess });
  };
  return (
    <Box component="form" noValidate aria-label={t('office.limits')} onSubmit={submit} sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="h3">{t('office.limits')}</Typography>
      {change.isError && <Refusal error={change.error} />}
      <Typography variant="body2" color="textSecondary">
        {t('office.limitsAbout')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
        {tenantLimitNames.map((name) => (
          <Field
            key={name}
            label={t(`office.limit.${name}`)}
            placeholder={String(plan[name] ?? t('office.limitUsual'))}
            error={errors[name]}
            value={texts[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
      </Box>
      <SubmitButton busy={change.isPending} sx={{ justifySelf: 'start' }}>
        {t('office.limitsSave')}
      </SubmitButton>
    </Box>
  );
}

function byName<T>(valueOf: (name: keyof TenantLimits) => T): Record<keyof TenantLimits, T> {
  return Object.fromEntries(tenantLimitNames.map((name) => [name, valueOf(name)])) as Record<keyof TenantLimits, T>; // one for each name
}
