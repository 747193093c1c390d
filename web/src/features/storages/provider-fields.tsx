import { providerKinds } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';
import { NamesField } from './names-field.tsx';
import type { StorageForm } from './storage-fields.tsx';

const asItIs = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

/** Providers that sign people in, such as Google, and the pages to which people come back. @param storageId absent for a new storage */
export function ProviderFields({ form, storageId }: { form: StorageForm; storageId: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'signIn.providers', keyName: 'row' });
  return (
    <>
      {fields.map(({ row }, at) => (
        <ProviderField key={row} form={form} at={at} storageId={storageId} onRemove={() => remove(at)} />
      ))}
      <Button
        variant="outlined"
        sx={{ justifySelf: 'start' }}
        onClick={() => append({ id: fields.length === 0 ? 'google' : '', kind: 'google', clientId: '', clientSecret: '' })}
      >
        {t('provider.add')}
      </Button>
      {fields.length > 0 && (
        <Controller
          control={form.control}
          name="signIn.returnPages"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <NamesField
              label={t('provider.returnPages')}
              required
              minRows={2}
              placeholder="https://shop.example.com/sign-in"
              help={t('provider.returnPagesHelp')}
              error={error ? (error.message ?? t('provider.badPage')) : undefined}
              names={value ?? []}
              between={'\n'}
              onChange={onChange}
            />
          )}
        />
      )}
    </>
  );
}

interface ProviderFieldProps {
  form: StorageForm;
  at: number;
  storageId: string;
  onRemove: () => void;
}

function ProviderField({ form, at, storageId, onRemove }: ProviderFieldProps) {
  const name = `signIn.providers.${at}` as const;
  const [kind, id] = useWatch({ control: form.control, name: [`${name}.kind`, `${name}.id`] });
  const errors = form.formState.errors.signIn?.providers?.[at];
  // The secret of one that is there stays when the field is left empty.
  const isKnown = form.formState.defaultValues?.signIn?.providers?.some((known) => known?.id === id) ?? false;
  const text = (part: 'clientId' | 'issuer' | 'tenant' | 'teamId' | 'keyId', more: { help?: string; required?: boolean } = {}) => (
    <Field
      label={t(`provider.${part}`)}
      required={more.required ?? true}
      inputProps={asItIs}
      {...(more.help ? { help: more.help } : {})}
      error={errors?.[part]?.message}
      {...form.register(`${name}.${part}`, { setValueAs: blankIsNone })}
    />
  );
  return (
    <Box
      component="fieldset"
      aria-label={t('provider.title', { name: (id || kind) ?? '' })}
      sx={{ m: 0, p: 4, minWidth: 0, border: 1, borderColor: 'divider', borderRadius: 1, display: 'grid', gap: 4 }}
    >
      <Controller
        control={form.control}
        name={`${name}.kind`}
        render={({ field: { value, onChange } }) => (
          <ChoiceField
            label={t('provider.kind')}
            value={value ?? 'google'}
            options={providerKinds.map((each) => ({ value: each, text: t(`provider.kind.${each}`) }))}
            onChange={(next) => {
              onChange(next);
              // An id that nobody has chosen is the name of the kind.
              if (id === '' || id === kind) form.setValue(`${name}.id`, next, { shouldDirty: true });
            }}
          />
        )}
      />
      <Field
        label={t('provider.id')}
        required
        placeholder={kind ?? ''}
        inputProps={asItIs}
        help={t('provider.callback', { address: `${location.origin}/api/users/${storageId}/sign-in/callback/${(id || kind) ?? ''}` })}
        error={errors?.id?.message}
        {...form.register(`${name}.id`)}
      />
      {kind === 'oidc' && text('issuer')}
      {kind === 'microsoft' && text('tenant', { required: false, help: t('provider.tenantHelp') })}
      {text('clientId')}
      {kind === 'apple' && text('teamId')}
      {kind === 'apple' && text('keyId')}
      <Field
        label={kind === 'apple' ? t('provider.privateKey') : t('provider.clientSecret')}
        required={!isKnown}
        multiline={kind === 'apple'}
        type={kind === 'apple' ? 'text' : 'password'}
        inputProps={{ ...asItIs, autoComplete: 'off' }}
        help={t(isKnown ? 'provider.secretHelp' : 'provider.newSecretHelp')}
        error={errors?.clientSecret?.message}
        {...form.register(`${name}.clientSecret`, { setValueAs: blankIsNone })}
      />
      <Button color="error" variant="text" sx={{ justifySelf: 'start' }} onClick={onRemove}>
        {t('provider.remove')}
      </Button>
    </Box>
  );
}

/** An empty field leaves the value out. */
function blankIsNone(value: unknown): unknown {
  return value === '' ? undefined : value;
}
