import { intervals, type OfficeProduct, type ProductChange, ProductInput } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { Field } from '../../../components/form/field.tsx';
import { PartedField } from '../../../components/form/parted-field.tsx';
import { RecordFormDialog } from '../../../components/form/record-form-dialog.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { api } from '../../../lib/api/client.ts';
import { changedFields } from '../../../lib/changed-fields.ts';
import { freshKey } from '../../../lib/fresh-key.ts';
import { useContractForm } from '../../../lib/form.ts';
import { type Answer, answerOf, t } from '../../../texts/index.ts';
import { tierName } from '../../../lib/api/tier-name.ts';
import { useSaving } from '../../../lib/use-saving.ts';

const tiers = ['pro', 'scale', 'enterprise'] as const;
const asNumber = { setValueAs: (text: unknown) => (text === '' || text === null ? undefined : Number(text)) };

/** A plan: a new one, or one that exists. */
export function ProductDialog({ product: listed, onClose }: { product: OfficeProduct | null; onClose: () => void }) {
  const [product] = useState(listed); // as the form was opened with it
  const form = useContractForm(ProductInput, valuesOf(product));
  const { errors } = form.formState;
  const recurring = form.watch('recurring');
  const [idempotencyKey] = useState(() => freshKey());
  const save = useSaving(['superadmin'], async (input: ProductInput) => {
    const sent = { ...input, interval: input.recurring ? input.interval : null };
    if (!product) return answerOf('message.productAdded', await api.post<Answer>('/superadmin/add-product', sent, { idempotencyKey }));
    const change: ProductChange = { ...sent, changed: changedFields(product, sent) };
    return answerOf('message.productUpdated', await api.put<Answer>(`/superadmin/products/${encodeURIComponent(product.id)}`, change));
  });
  return (
    <RecordFormDialog
      form={form}
      title={t(product ? 'office.editProduct' : 'office.addProduct')}
      submit={t('office.save')}
      save={save.mutateAsync}
      failed={product ? t('message.productUpdateFailed') : t('message.productAddFailed')}
      onClose={onClose}
    >
      <Field label={t('nameOfThing')} required error={errors.name?.message} {...form.register('name')} />
      <Field label={t('description')} required multiline error={errors.description?.message} {...form.register('description')} />
      <PartedField
        label={t('office.price')}
        type="number"
        required
        inputProps={{ min: 0, step: 0.01 }}
        error={errors.price?.message}
        {...form.register('price', asNumber)}
      />
      <PartedField
        label={t('office.usageLimit')}
        type="number"
        required
        inputProps={{ min: 0, step: 1 }}
        error={errors.usageLimit?.message}
        {...form.register('usageLimit', asNumber)}
      />
      <Controller
        control={form.control}
        name="tier"
        render={({ field }) => (
          <ChoiceField
            label={t('office.tier')}
            required
            none={t('office.chooseTier')}
            value={field.value ?? ''}
            options={tiers.map((tier) => ({ value: tier, text: tierName(tier) }))}
            onChange={field.onChange}
            error={errors.tier?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="recurring"
        render={({ field }) => <SwitchField label={t('office.recurring')} checked={field.value ?? true} onChange={field.onChange} />}
      />
      {recurring === false && <Alert severity="info">{t('office.onceAbout')}</Alert>}
      {recurring && (
        <Controller
          control={form.control}
          name="interval"
          render={({ field }) => (
            <ChoiceField
              label={t('office.interval')}
              required
              value={field.value ?? ''}
              options={intervals.map((interval) => ({ value: interval, text: t(`billing.interval.${interval}`) }))}
              onChange={field.onChange}
              error={errors.interval?.message}
            />
          )}
        />
      )}
      <Controller
        control={form.control}
        name="mostChosen"
        render={({ field }) => <SwitchField label={t('office.markMostChosen')} checked={field.value ?? false} onChange={field.onChange} />}
      />
    </RecordFormDialog>
  );
}

function valuesOf(product: OfficeProduct | null) {
  if (!product) return { name: '', description: '', recurring: true, interval: 'month' as const, mostChosen: false };
  const { name, description, price, usageLimit, recurring, interval, mostChosen } = product;
  const tier = tiers.find((each) => each === product.tier);
  return {
    name,
    description,
    price,
    usageLimit,
    recurring,
    interval: interval ?? ('month' as const),
    mostChosen,
    ...(tier ? { tier } : {}),
  };
}
