import type { OfficeDiscount } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { OwnText } from '../../components/own-text.tsx';
import type { Column } from '../../components/column.ts';
import { numberColumn } from '../../features/office/lists/cells.tsx';
import { DiscountDialog } from '../../features/office/billing/discount-dialog.tsx';
import { EditedListPage } from '../../features/office/lists/edited-list-page.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { dayText } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';

export function DiscountsPage() {
  return (
    <EditedListPage<OfficeDiscount>
      path="discounts"
      title={t('office.discounts')}
      add={t('office.addDiscount')}
      failed={t('office.discountsFailed')}
      fields={t('office.codeFields')}
      columns={columns}
      renderForm={(discount, onClose) => <DiscountDialog discount={discount} onClose={onClose} />}
    />
  );
}

function columns(onEdit: (discount: OfficeDiscount) => void): Column<OfficeDiscount>[] {
  return [
    numberColumn,
    {
      title: t('office.actions'),
      role: 'action',
      cell: (discount) => (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={t('office.editNamed', { name: discount.code })}
          onClick={() => onEdit(discount)}
        >
          {t('office.edit')}
        </Button>
      ),
    },
    { title: t('office.code'), role: 'title', cell: ({ code }) => code },
    { title: t('description'), role: 'line', cell: ({ description }) => <OwnText>{description}</OwnText> },
    {
      title: t('office.discount'),
      role: 'detail',
      cell: ({ percentage_value, fixed_value }) => (percentage_value === null ? `$${fixed_value ?? 0}` : `${percentage_value}%`),
    },
    { title: t('office.uses'), role: 'detail', isFigure: true, cell: ({ number_of_use }) => localNumber(number_of_use) },
    { title: t('office.expires'), cell: ({ expiresAt }) => `${dayText(expiresAt)} (UTC)` },
    {
      title: t('users.status'),
      cell: ({ is_active }) => (
        <Chip
          size="small"
          variant="outlined"
          color={is_active ? 'success' : 'default'}
          label={t(is_active ? 'office.active' : 'office.inactive')}
        />
      ),
    },
  ];
}
