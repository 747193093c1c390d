import { intervals, type OfficeProduct, officeMessages, ProductInput } from '@bedplate/contract';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { showServerProblems, useContractForm } from '../../lib/form.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useOfficeChange } from './use-office-change.ts';

const tiers = ['pro', 'scale', 'enterprise'] as const;
const asNumber = { setValueAs: (text: unknown) => (text === '' || text === null ? undefined : Number(text)) };

/** A plan: a new one, or one that exists. */
export function ProductDialog({ product, onClose }: { product: OfficeProduct | null; onClose: () => void }) {
  const form = useContractForm(ProductInput, valuesOf(product));
  const [error, setError] = useState<string | null>(null);
  const toast = useToast();
  const save = useOfficeChange((input: ProductInput) =>
    product
      ? api.put<{ message: string }>(`/superadmin/products/${encodeURIComponent(product.id)}`, input)
      : api.post<{ message: string }>('/superadmin/add-product', input),
  );
  const { errors } = form.formState;
  const recurring = form.watch('recurring');
  const submit = form.handleSubmit(async (input) => {
    setError(null);
    try {
      toast.success((await save.mutateAsync({ ...input, interval: input.recurring ? input.interval : null })).message);
      onClose();
    } catch (failure) {
      const fallback = product ? officeMessages.productUpdateFailed : officeMessages.productAddFailed;
      if (!showServerProblems(form, failure)) setError(messageOf(failure, fallback, fallback));
    }
  });
  return (
    <FormDialog
      open
      title={t(product ? 'office.editProduct' : 'office.addProduct')}
      onClose={onClose}
      onSubmit={submit}
      error={error}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={save.isPending}>{t('office.save')}</SubmitButton>
        </>
      }
    >
      <Field label={t('name')} required error={errors.name?.message} {...form.register('name')} />
      <Field label={t('description')} required multiline error={errors.description?.message} {...form.register('description')} />
      <Field
        label={t('office.price')}
        type="number"
        required
        inputProps={{ min: 0, step: 0.01 }}
        error={errors.price?.message}
        {...form.register('price', asNumber)}
      />
      <Field
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
            options={tiers.map((tier) => ({ value: tier, text: tier }))}
            onChange={field.onChange}
            error={errors.tier?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="recurring"
        render={({ field }) => (
          <FormControlLabel
            sx={{ ml: 0, gap: 2 }}
            control={<Switch checked={field.value ?? true} onChange={(_, checked) => field.onChange(checked)} />}
            label={t('office.recurring')}
          />
        )}
      />
      {recurring && (
        <Controller
          control={form.control}
          name="interval"
          render={({ field }) => (
            <ChoiceField
              label={t('office.interval')}
              required
              value={field.value ?? ''}
              options={intervals.map((interval) => ({ value: interval, text: interval }))}
              onChange={field.onChange}
              error={errors.interval?.message}
            />
          )}
        />
      )}
    </FormDialog>
  );
}

function valuesOf(product: OfficeProduct | null) {
  if (!product) return { name: '', description: '', recurring: true, interval: 'month' as const };
  const { name, description, price, usageLimit, recurring, interval } = product;
  const tier = tiers.find((each) => each === product.tier);
  return { name, description, price, usageLimit, recurring, interval: interval ?? ('month' as const), ...(tier ? { tier } : {}) };
}
