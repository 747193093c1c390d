import type { OfficeSubscription } from '@bedplate/contract';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { idColumn, numberColumn, When } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function SubscriptionsPage() {
  return (
    <Page title={t('office.subscriptions')}>
      <OfficeTable
        path="subscriptions"
        label={t('office.subscriptions')}
        failed={t('office.subscriptionsFailed')}
        sorted={false}
        columns={columns}
      />
    </Page>
  );
}

function columns(): Column<OfficeSubscription>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.user'), cell: ({ user }) => user.name ?? '–' },
    { title: t('office.product'), cell: ({ product }) => product.name ?? '–' },
    { title: t('office.tier'), cell: ({ tier }) => tier ?? '–' },
    { title: t('office.usageLimit'), cell: ({ usageLimit }) => usageLimit.toLocaleString() },
    { title: t('office.paid'), cell: ({ paid }) => yesNo(paid) },
    { title: t('office.currency'), cell: ({ currency }) => currency.toUpperCase() },
    { title: t('office.active'), cell: ({ isActive }) => yesNo(isActive) },
    { title: t('office.stripeId'), cell: ({ stripeSubscriptionId }) => stripeSubscriptionId ?? '–' },
    { title: t('users.status'), cell: ({ subscriptionStatus }) => subscriptionStatus },
    { title: t('office.expires'), cell: ({ expiresAt }) => <When iso={expiresAt} /> },
  ];
}

function yesNo(is: boolean): string {
  return t(is ? 'office.yes' : 'office.no');
}
