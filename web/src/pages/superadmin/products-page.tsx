import { type OfficeProduct } from '@bedplate/contract';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import type { Column } from '../../components/column.ts';
import { Wrapped } from '../../components/data-table.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { idColumn, numberColumn, When } from '../../features/office/lists/cells.tsx';
import { PriceText } from '../../features/office/billing/price-text.tsx';
import { EditedListPage } from '../../features/office/lists/edited-list-page.tsx';
import { ProductDialog } from '../../features/office/billing/product-dialog.tsx';
import { useOfficeChange } from '../../features/office/lists/use-office-change.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { localNumber } from '../../lib/local-number.ts';
import { useToast } from '../../lib/toast.ts';
import { type Answer, answerOf, t } from '../../texts/index.ts';
import { tierName } from '../../lib/api/tier-name.ts';

export function ProductsPage() {
  const [doomed, setDoomed] = useState<OfficeProduct | null>(null);
  const toast = useToast();
  const remove = useOfficeChange((id: string) => api.delete<Answer>(`/superadmin/products/${encodeURIComponent(id)}`));
  const confirm = async () => {
    if (!doomed) return;
    try {
      toast.success(answerOf('message.productDeleted', await remove.mutateAsync(doomed.id)));
      setDoomed(null);
    } catch (error) {
      toast.error(messageOf(error, t('message.productDeleteFailed'), t('message.productDeleteFailed')), error);
    }
  };
  return (
    <EditedListPage<OfficeProduct>
      path="products"
      title={t('office.products')}
      add={t('office.addProduct')}
      failed={t('office.productsFailed')}
      fields={t('office.productFields')}
      columns={(onEdit) => columns(onEdit, setDoomed)}
      renderForm={(product, onClose) => <ProductDialog product={product} onClose={onClose} />}
    >
      <ConfirmDialog
        open={doomed !== null}
        title={t('office.deleteProduct')}
        confirm={t('office.delete')}
        busy={remove.isPending}
        onConfirm={() => void confirm()}
        keep={t('cancel')}
        onKeep={() => setDoomed(null)}
      >
        {t('office.deleteProductAbout', { name: doomed?.name ?? '' })}
      </ConfirmDialog>
    </EditedListPage>
  );
}

function columns(onEdit: (product: OfficeProduct) => void, onDelete: (product: OfficeProduct) => void): Column<OfficeProduct>[] {
  return [
    numberColumn,
    idColumn(),
    {
      title: t('nameOfThing'),
      role: 'title',
      cell: ({ name, mostChosen }) => (
        <>
          <strong>
            <OwnText>{name}</OwnText>
          </strong>
          {mostChosen && <Chip size="small" label={t('office.mostChosen')} />}
        </>
      ),
    },
    { title: t('description'), cell: ({ description }) => <Wrapped text={description} width={92} /> },
    {
      title: t('office.tier'),
      role: 'detail',
      cell: ({ tier }) => (tier ? tierName(tier) : <Chip size="small" color="warning" label={t('office.noTier')} />),
    },
    { title: t('office.price'), role: 'detail', isFigure: true, cell: (product) => <PriceText {...product} /> },
    { title: t('office.usageLimit'), isFigure: true, cell: ({ usageLimit }) => localNumber(usageLimit) },
    { title: t('office.interval'), cell: ({ recurring, interval }) => (recurring && interval ? t(`billing.interval.${interval}`) : '–') },
    {
      title: t('users.status'),
      role: 'line',
      cell: ({ deletedAt, recurring }) => (
        <Wrapped text={t(deletedAt ? 'office.deleted' : recurring ? 'office.onSale' : 'office.notOnSale')} width={104} />
      ),
    },
    { title: t('office.created'), cell: ({ createdAt }) => <When iso={createdAt} /> },
    {
      title: t('office.actions'),
      role: 'actions',
      cell: (product) =>
        product.deletedAt ? (
          '–'
        ) : (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <RowAction
              text={t('office.edit')}
              name={named('office.editNamed', product)}
              icon={<EditOutlined fontSize="inherit" />}
              onClick={() => onEdit(product)}
            />
            <RowAction
              text={t('office.delete')}
              name={named('office.deleteNamed', product)}
              icon={<DeleteOutlined fontSize="inherit" />}
              onClick={() => onDelete(product)}
            />
          </Box>
        ),
    },
  ];
}

function named(key: 'office.editNamed' | 'office.deleteNamed', { name }: OfficeProduct): string {
  return t(key, { name });
}
