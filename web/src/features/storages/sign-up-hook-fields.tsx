import { hookFailures } from '@bedplate/contract';
import { Controller, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';
import type { StorageForm } from './storage-fields.tsx';

const asItIs = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

/** The owner's server that is asked before somebody becomes a user. */
export function SignUpHookFields({ form }: { form: StorageForm }) {
  const hook = useWatch({ control: form.control, name: 'signIn.hook' });
  const errors = form.formState.errors.signIn?.hook;
  return (
    <>
      <Controller
        control={form.control}
        name="signIn.hook"
        render={({ field: { value, onChange } }) => (
          <Field
            label={t('hook.url')}
            value={value?.url ?? ''}
            placeholder="https://shop.example.com/hooks/sign-up"
            help={t('hook.urlHelp')}
            error={errors?.url?.message}
            inputProps={{ ...asItIs, maxLength: 500 }}
            onChange={({ target }) => onChange(target.value === '' ? null : { onFailure: 'refuse', ...value, url: target.value })}
          />
        )}
      />
      {hook && (
        <>
          <Field
            label={t('hook.secret')}
            required={!form.formState.defaultValues?.signIn?.hook}
            type="password"
            help={t('provider.secretHelp')}
            error={errors?.secret?.message}
            inputProps={{ ...asItIs, autoComplete: 'off', maxLength: 300 }}
            {...form.register('signIn.hook.secret', { setValueAs: (text: string | undefined) => text || undefined })}
          />
          <Controller
            control={form.control}
            name="signIn.hook.onFailure"
            render={({ field: { value, onChange } }) => (
              <ChoiceField
                label={t('hook.onFailure')}
                value={value ?? 'refuse'}
                options={hookFailures.map((way) => ({ value: way, text: t(`hook.onFailure.${way}`) }))}
                onChange={onChange}
              />
            )}
          />
        </>
      )}
    </>
  );
}
