import { capPeriods } from '@bedplate/contract';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/caps.ts';
import { capOf, type CapValues } from './cap-values.ts';

interface CapFieldsProps {
  /** Labels of the two fields. */
  credits: string;
  per: string;
  values: CapValues;
  /** Whether a wrong number is shown. */
  isTried: boolean;
  onChange: (values: CapValues) => void;
}

/** A number of credits and the time in which they are counted. */
export function CapFields({ credits, per, values, isTried, onChange }: CapFieldsProps) {
  return (
    <>
      <Field
        label={credits}
        value={values.credits}
        onChange={(event) => onChange({ ...values, credits: event.target.value })}
        help={t('caps.help')}
        error={isTried && capOf(values) === undefined ? t('caps.wrong') : undefined}
        inputProps={{ inputMode: 'numeric', maxLength: 12 }}
      />
      {values.credits.trim() !== '' && (
        <ChoiceField
          label={per}
          value={values.per}
          options={capPeriods.map((value) => ({ value, text: t(value === 'day' ? 'caps.perDay' : 'caps.perMonth') }))}
          onChange={(next) => onChange({ ...values, per: next === 'day' ? 'day' : 'month' })}
        />
      )}
    </>
  );
}
