import { limits } from '@bedplate/contract';
import { Controller } from 'react-hook-form';
import { PartedField } from '../../components/form/parted-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
import type { StorageForm } from './storage-fields.tsx';

/** Fields of the rules for passwords of the app users in this storage. */
export function PasswordRuleFields({ form }: { form: StorageForm }) {
  const { errors } = form.formState;
  return (
    <>
      <PartedField
        label={t('passwordRules.minLength')}
        type="number"
        required
        inputProps={{ min: limits.appPasswordMin, max: limits.appPasswordMinMost, step: 1 }}
        help={t('passwordRules.help')}
        error={errors.passwordRules?.minLength?.message}
        {...form.register('passwordRules.minLength', { valueAsNumber: true })}
      />
      <Controller
        control={form.control}
        name="passwordRules.refuseCommon"
        render={({ field: { value, onChange } }) => (
          <SwitchField label={t('passwordRules.refuseCommon')} checked={value ?? true} onChange={onChange} />
        )}
      />
    </>
  );
}
