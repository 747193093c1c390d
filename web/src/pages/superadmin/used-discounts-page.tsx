import type { OfficeUsedDiscount } from '@bedplate/contract';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { IdText, idColumn, numberColumn, When } from '../../features/office/cells.tsx';
import { OfficeTable } from '../../features/office/office-table.tsx';
import { t } from '../../texts/index.ts';

export function UsedDiscountsPage() {
  return (
    <Page title={t('office.usedDiscounts')}>
      <OfficeTable
        path="used-discounts"
        label={t('office.usedDiscounts')}
        failed={t('office.usedDiscountsFailed')}
        quiet
        sorted={false}
        columns={columns}
      />
    </Page>
  );
}

function columns(): Column<OfficeUsedDiscount>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('office.discountId'), cell: ({ discount_id }) => discount_id },
    { title: t('office.userId'), cell: ({ user_id }) => <IdText id={user_id} /> },
    { title: t('office.discountCode'), cell: ({ discount }) => discount.code },
    { title: t('office.user'), cell: ({ user }) => user.name ?? '–' },
    { title: t('office.created'), cell: ({ createdAt }) => <When iso={createdAt} /> },
  ];
}
