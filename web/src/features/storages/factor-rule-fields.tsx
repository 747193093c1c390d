import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';
import { NamesField } from './names-field.tsx';
import type { StorageForm } from './storage-fields.tsx';

const usualField = 'role';

/** The users who must have a second factor: all of them, or those whose field has one of some values. */
export function FactorRuleFields({ form }: { form: StorageForm }) {
  const id = useId();
  return (
    <Controller
      control={form.control}
      name="signIn.secondFactorFor"
      render={({ field: { value: rule, onChange }, fieldState: { error } }) => (
        <>
          <ChoiceField
            label={t('signIn.secondFactorFor')}
            value={rule ? 'some' : 'all'}
            help={rule ? t('signIn.secondFactorForHelp') : undefined}
            options={(['all', 'some'] as const).map((one) => ({ value: one, text: t(`signIn.secondFactorFor.${one}`) }))}
            onChange={(one) => onChange(one === 'some' ? { field: usualField, values: [] } : null)}
          />
          {rule && (
            <>
              <Field
                label={t('signIn.secondFactorForField')}
                required
                value={rule.field}
                error={error && (error.message ?? t('signIn.secondFactorForEmpty'))}
                inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 200 }}
                onChange={({ target }) => onChange({ ...rule, field: target.value })}
              />
              <NamesField
                id={id}
                label={t('signIn.secondFactorForValues')}
                required
                placeholder="admin, staff"
                names={rule.values}
                onChange={(values) => onChange({ ...rule, values })}
              />
            </>
          )}
        </>
      )}
    />
  );
}
