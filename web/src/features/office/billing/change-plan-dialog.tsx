import { type OfficeProduct, type OfficeUser, officeMessages } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import type { PagedList } from '../../../components/paged-table.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { useOfficeChange } from '../lists/use-office-change.ts';

/** Gives an account another plan, free of charge. The plan that it has is not offered. */
export function ChangePlanDialog({ user, onClose }: { user: OfficeUser; onClose: () => void }) {
  const [productId, setProductId] = useState('');
  const toast = useToast();
  const products = useQuery({
    queryKey: ['superadmin', 'products', 'all'],
    queryFn: ({ signal }) => api.get<PagedList<OfficeProduct>>('/superadmin/products', { query: { page: 1, limit: 100 }, signal }),
    select: (answer) => answer.data.filter(({ deletedAt }) => deletedAt === null),
  });
  const change = useOfficeChange((chosen: string) =>
    api.put(`/superadmin/users/${encodeURIComponent(user.id)}/change-subscription`, { productId: chosen }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (productId === '') return;
    change.mutate(productId, {
      onSuccess: () => {
        toast.success(t('office.planChanged'));
        onClose();
      },
    });
  };
  // Of several with the name of the present one nobody knows here which it is: the server refuses that one.
  const present = (products.data ?? []).filter(({ name }) => name === user.plan);
  const offered = (products.data ?? []).filter(({ id }) => present.length > 1 || id !== present[0]?.id);
  return (
    <FormDialog
      open
      title={t('office.changePlanOf', { name: user.name })}
      onClose={onClose}
      onSubmit={submit}
      error={change.isError ? messageOf(change.error, officeMessages.subscriptionFailed, officeMessages.subscriptionFailed) : null}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={change.isPending} disabled={productId === ''}>
            {t('office.changePlan')}
          </SubmitButton>
        </>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {t('office.changePlanAbout')}
      </Typography>
      <ChoiceField
        label={t('office.plan')}
        required
        none={t('office.choosePlan')}
        value={productId}
        options={offered.map(({ id, name, price, currency, interval }) => ({
          value: id,
          text: `${name} (${price.toFixed(2)} ${currency.toUpperCase()}${interval ? ` / ${t(`billing.interval.${interval}`)}` : ''})`,
        }))}
        onChange={setProductId}
      />
    </FormDialog>
  );
}
