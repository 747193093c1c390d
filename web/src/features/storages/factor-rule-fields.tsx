import type { GrantCondition } from '@bedplate/contract';
import { lazy, Suspense } from 'react';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';
import type { StorageForm } from './storage-fields.tsx';

const ConditionSetsFields = lazy(async () => ({
  default: (await import('../access-rules/condition-sets-fields.tsx')).ConditionSetsFields,
}));

/** The condition of most apps, up to its value. */
const begun: GrantCondition = [[{ field: 'role', op: '=', value: '' }]];

/** The users who must have a second factor: all of them, or those whose record meets conditions. */
export function FactorRuleFields({ form }: { form: StorageForm }) {
  return (
    <Controller
      control={form.control}
      name="signIn.secondFactorFor"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <>
          <ChoiceField
            label={t('signIn.secondFactorFor')}
            value={value ? 'some' : 'all'}
            options={(['all', 'some'] as const).map((one) => ({ value: one, text: t(`signIn.secondFactorFor.${one}`) }))}
            help={value ? t('signIn.secondFactorForHelp') : undefined}
            onChange={(one) => onChange(one === 'some' ? begun : null)}
          />
          {value && (
            <Suspense fallback={null}>
              <ConditionSetsFields
                label={t('signIn.secondFactorForUsers')}
                help={t('signIn.secondFactorForValues')}
                sets={value as GrantCondition} // the server answers conditions
                error={error && (error.message ?? t('signIn.secondFactorForEmpty'))}
                onChange={onChange}
              />
            </Suspense>
          )}
        </>
      )}
    />
  );
}
