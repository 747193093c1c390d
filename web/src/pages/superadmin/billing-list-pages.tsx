import type { OfficeApiUsage, OfficeSubscription, OfficeUsedDiscount } from '@bedplate/contract';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import type { Column } from '../../components/column.ts';
import { OwnText } from '../../components/own-text.tsx';
import { createdColumn, IdText, idColumn, numberColumn, ownerColumn, When } from '../../features/office/lists/cells.tsx';
import { yesNo } from '../../features/office/lists/flags.ts';
import { OfficeListPage, type OfficeListView } from '../../features/office/lists/office-list-page.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t, textOf } from '../../texts/index.ts';
import { tierName } from '../../lib/api/tier-name.ts';

const subscriptions: OfficeListView<OfficeSubscription> = {
  path: 'subscriptions',
  title: 'office.subscriptions',
  failed: 'office.subscriptionsFailed',
  fields: 'office.subscriptionsFields',
  columns: (tools) => [
    numberColumn,
    idColumn(),
    ownerColumn(tools, 'title'),
    { title: t('office.product'), role: 'detail', cell: ({ product }) => <OwnText>{product.name ?? '–'}</OwnText> },
    { title: t('office.tier'), cell: ({ tier }) => (tier ? tierName(tier) : '–') },
    { title: t('office.usageLimit'), isFigure: true, cell: ({ usageLimit }) => localNumber(usageLimit) },
    { title: t('office.paid'), cell: ({ paid }) => yesNo(paid) },
    { title: t('office.currency'), cell: ({ currency }) => currency.toUpperCase() },
    { title: t('office.active'), cell: ({ isActive }) => yesNo(isActive) },
    { title: t('office.stripeId'), cell: ({ stripeSubscriptionId: id }) => (id ? <IdText id={id} /> : '–') },
    { title: t('users.status'), role: 'detail', cell: ({ subscriptionStatus: status }) => textOf(`office.plan.${status}`, status) },
    { title: t('office.expires'), role: 'line', cell: ({ expiresAt, isPastEnd }) => <Expiry iso={expiresAt} isPastEnd={isPastEnd} /> },
  ],
};

/** A plan past its end that goes on is one to look after: the payment provider has said nothing about it. */
function Expiry({ iso, isPastEnd }: { iso: string | null; isPastEnd: boolean }) {
  return (
    <>
      <When iso={iso} />
      {isPastEnd && (
        <Tooltip title={t('office.pastEndAbout')}>
          <Chip size="small" color="warning" label={t('office.pastEnd')} sx={{ ml: 2 }} />
        </Tooltip>
      )}
    </>
  );
}

const apiUsages: OfficeListView<OfficeApiUsage> = {
  path: 'apiusages',
  title: 'office.apiusages',
  failed: 'office.apiusagesFailed',
  sorted: false,
  columns: (tools) => [
    numberColumn,
    idColumn(),
    ownerColumn(tools, 'title'),
    usageColumn(),
    { title: t('office.limit'), role: 'detail', isFigure: true, cell: ({ limit = 0 }) => localNumber(limit) },
  ],
};

const apiUsageHistories: OfficeListView<OfficeApiUsage> = {
  path: 'apiusagehistories',
  title: 'office.histories',
  failed: 'office.historiesFailed',
  columns: (tools) => [numberColumn, idColumn(), ownerColumn(tools, 'title'), usageColumn(), createdColumn()],
};

/** A failed load is only logged, and the page stays usable. */
const usedDiscounts: OfficeListView<OfficeUsedDiscount> = {
  path: 'used-discounts',
  title: 'office.usedDiscounts',
  failed: 'office.usedDiscountsFailed',
  quiet: true,
  fields: 'office.codeFields',
  columns: (tools) => [
    numberColumn,
    idColumn(),
    { title: t('office.discountId'), cell: ({ discount_id }) => discount_id },
    { title: t('office.userId'), cell: ({ user_id }) => <IdText id={user_id} /> },
    { title: t('office.discountCode'), role: 'title', cell: ({ discount }) => discount.code },
    ownerColumn(tools),
    createdColumn(),
  ],
};

function usageColumn(): Column<OfficeApiUsage> {
  return { title: t('office.usage'), role: 'detail', isFigure: true, cell: ({ usage }) => localNumber(usage) };
}

export function SubscriptionsPage() {
  return <OfficeListPage list={subscriptions} />;
}

export function ApiUsagesPage() {
  return <OfficeListPage list={apiUsages} />;
}

export function ApiUsageHistoriesPage() {
  return <OfficeListPage list={apiUsageHistories} />;
}

export function UsedDiscountsPage() {
  return <OfficeListPage list={usedDiscounts} />;
}
