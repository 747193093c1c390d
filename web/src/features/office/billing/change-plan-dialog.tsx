import { limits, type OfficeProduct, type OfficeUser } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { RecordFormDialog } from '../../../components/form/record-form-dialog.tsx';
import type { PagedList } from '../../../components/paged-table.tsx';
import { api } from '../../../lib/api/client.ts';
import { everyPage } from '../../../lib/api/every-page.ts';
import { useContractForm } from '../../../lib/form.ts';
import { t } from '../../../texts/index.ts';
import { useAccountOf } from '../accounts/use-account-of.ts';
import { useSaving } from '../../../lib/use-saving.ts';
import { priceText } from './price-text.tsx';

const Choice = z.object({ productId: z.string().min(1), paid: z.enum(['pause', 'end', '']) });

/**
 * Gives an account another plan, free of charge. The present plan is not offered. Over a plan that is paid for, staff say what becomes
 * of that.
 */
export function ChangePlanDialog({ user, onClose }: { user: OfficeUser; onClose: () => void }) {
  const form = useContractForm(Choice, { productId: '', paid: '' });
  const { productId, paid } = form.watch();
  const account = useAccountOf(user.tenantId ?? '');
  const running = account.data?.subscription.paid;
  const beneath = running && !running.ends ? running : null;
  const products = useQuery({
    queryKey: ['superadmin', 'products', 'all'],
    queryFn: ({ signal }) =>
      everyPage((page) => api.get<PagedList<OfficeProduct>>('/superadmin/products', { query: { page, limit: limits.listLimit }, signal })),
    select: (all) => all.filter(({ deletedAt }) => deletedAt === null),
  });
  const change = useSaving(['superadmin'], async ({ productId: chosen, paid: choice }: z.infer<typeof Choice>) => {
    const body = { productId: chosen, ...(choice && { paid: choice }) };
    await api.put(`/superadmin/users/${encodeURIComponent(user.id)}/change-subscription`, body);
    return t('office.planChanged');
  });
  // Several plans may have the name of the present one. Then all are offered, and the server refuses the present one.
  const present = (products.data ?? []).filter(({ name }) => name === user.plan);
  const offered = (products.data ?? []).filter(({ id }) => present.length > 1 || id !== present[0]?.id);
  return (
    <RecordFormDialog
      form={form}
      title={t('office.changePlanOf', { name: user.name })}
      submit={t('office.changePlan')}
      disabled={productId === '' || account.isPending || (beneath !== null && paid === '')}
      save={change.mutateAsync}
      failed={t('message.subscriptionFailed')}
      spellings={null}
      isDirty={false}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {t('office.changePlanAbout')}
      </Typography>
      <ChoiceField
        label={t('office.plan')}
        required
        none={t('office.choosePlan')}
        value={productId}
        options={offered.map(({ id, name, interval, ...plan }) => ({
          value: id,
          text: `${name} (${priceText(plan)}${interval ? ` / ${t(`billing.interval.${interval}`)}` : ''})`,
        }))}
        onChange={(chosen) => form.setValue('productId', chosen)}
      />
      {beneath && (
        <ChoiceField
          label={t('office.paidBeneath', { name: beneath.name ?? '' })}
          required
          none={t('office.paidChoose')}
          value={paid}
          options={[
            { value: 'pause', text: t('office.paidPause') },
            { value: 'end', text: t('office.paidEnd') },
          ]}
          onChange={(choice) => form.setValue('paid', Choice.shape.paid.parse(choice))}
        />
      )}
    </RecordFormDialog>
  );
}
