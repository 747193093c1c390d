import { type DiscountChange, DiscountInput, type OfficeDiscount } from '@bedplate/contract';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { DateField } from '../../../components/form/date-field.tsx';
import { Field } from '../../../components/form/field.tsx';
import { PartedField } from '../../../components/form/parted-field.tsx';
import { RecordFormDialog } from '../../../components/form/record-form-dialog.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { api } from '../../../lib/api/client.ts';
import { changedFields } from '../../../lib/changed-fields.ts';
import { freshKey } from '../../../lib/fresh-key.ts';
import { dayOfText, isoDay } from '../../../lib/time/days.ts';
import { useContractForm } from '../../../lib/form.ts';
import { t } from '../../../texts/index.ts';
import { useSaving } from '../../../lib/use-saving.ts';

const asNumber = (text: unknown) => (text === '' || text === null || text === undefined ? null : Number(text));
const between = { min: 0, max: 100, step: 0.01 };

/** A code: a new one, whose text the server makes, or one that exists. */
export function DiscountDialog({ discount: listed, onClose }: { discount: OfficeDiscount | null; onClose: () => void }) {
  const [discount] = useState(listed); // as the form was opened with it
  const form = useContractForm(DiscountInput, valuesOf(discount));
  const { errors } = form.formState;
  // A discount has one of the two: entering one clears the other.
  const clear = (other: 'percentage_value' | 'fixed_value') => (event: { target: { value: string } }) => {
    if (event.target.value !== '') form.setValue(other, null);
  };
  const [idempotencyKey] = useState(() => freshKey());
  const save = useSaving(['superadmin'], async (input: DiscountInput) => {
    if (discount) {
      const change: DiscountChange = {
        ...input,
        seen_uses_taken: discount.uses_taken,
        changed: changedFields(valuesOf(discount), input),
      };
      await api.put(`/superadmin/discounts/${encodeURIComponent(discount.code)}`, change, { idempotencyKey });
    } else await api.post('/superadmin/discounts', input, { idempotencyKey });
    return t(discount ? 'message.discountUpdated' : 'message.discountAdded');
  });
  return (
    <RecordFormDialog
      form={form}
      title={t(discount ? 'office.editDiscount' : 'office.newDiscount')}
      submit={t(discount ? 'office.update' : 'office.create')}
      save={save.mutateAsync}
      failed={discount ? t('message.discountUpdateFailed') : t('message.discountAddFailed')}
      onClose={onClose}
    >
      <Field label={t('description')} required error={errors.description?.message} {...form.register('description')} />
      <PartedField
        label={t('office.percentage')}
        type="number"
        inputProps={between}
        error={errors.percentage_value?.message}
        {...form.register('percentage_value', { setValueAs: asNumber, onChange: clear('fixed_value') })}
      />
      <PartedField
        label={t('office.fixed')}
        type="number"
        inputProps={between}
        error={errors.fixed_value?.message}
        {...form.register('fixed_value', { setValueAs: asNumber, onChange: clear('percentage_value'), deps: ['percentage_value'] })}
      />
      <PartedField
        label={t('office.uses')}
        type="number"
        required
        inputProps={{ min: 0, step: 1 }}
        error={errors.number_of_use?.message}
        {...form.register('number_of_use', { setValueAs: (text) => asNumber(text) ?? undefined })}
      />
      <Controller
        control={form.control}
        name="expiresAt"
        render={({ field }) => (
          <DateField
            label={t('office.expires')}
            required
            value={dayOfText(String(field.value ?? '').slice(0, 10))}
            onChange={(day) => field.onChange(day ? isoDay(day) : '')}
            problem={errors.expiresAt?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="is_active"
        render={({ field }) => <SwitchField label={t('office.active')} checked={field.value ?? true} onChange={field.onChange} />}
      />
    </RecordFormDialog>
  );
}

function valuesOf(discount: OfficeDiscount | null) {
  if (!discount) return { description: '', expiresAt: '', is_active: true };
  const { description, percentage_value, fixed_value, number_of_use, expiresAt, is_active } = discount;
  return { description, percentage_value, fixed_value, number_of_use, expiresAt: expiresAt.slice(0, 10), is_active };
}
