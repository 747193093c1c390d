import * as collections from '../../../store/collections.ts';
import { type OfficeDiscount, type OfficeProduct, type OfficeUsedDiscount, Tier } from '@bedplate/contract';
import type { DiscountDocument, UsedDiscountDocument } from '../../../store/documents/billing-documents.ts';
import type { ProductDocument } from '../../../store/documents/documents.ts';
import { byId } from '../../../store/by-id.ts';
import { iso, isoOrNull } from '../../../store/model/iso.ts';
import { officeList } from './office-list.ts';

/** Plans with those that are no longer sold; `warning` names what staff should mend. */
export const products = officeList<ProductDocument, OfficeProduct>({
  from: collections.products.name,
  order: 'createdAt',
  ofTenants: false,
  search: { beginning: 'name', inUsualCases: true },
  columns: [
    'id',
    'stripeProductId',
    'name',
    'description',
    'usageLimit',
    'tier',
    'price',
    'currency',
    'recurring',
    'interval',
    'mostChosen',
    'warning',
    'createdAt',
    'updatedAt',
    'deletedAt',
  ],
  show: async (_, rows) =>
    rows.map(({ id, data: { stripePriceId: _price, unfinished: _unfinished, ...product } }) => ({
      id,
      ...product,
      mostChosen: product.mostChosen === true,
      warning: Tier.safeParse(product.tier).success ? null : 'This plan names no tier: it grants the limits of Pro.',
      createdAt: iso(product.createdAt),
      updatedAt: iso(product.updatedAt),
      deletedAt: isoOrNull(product.deletedAt),
    })),
});

/** All codes. */
export const discounts = officeList<DiscountDocument, OfficeDiscount>({
  from: collections.discounts.name,
  order: 'createdAt',
  ofTenants: false,
  search: { beginning: 'code', inCapitals: true },
  columns: ['id', 'code', 'description', 'percentage_value', 'fixed_value', 'number_of_use', 'expiresAt', 'is_active'],
  show: async (_, rows) =>
    rows.map(({ id, data: { code, description, percentage_value, fixed_value, number_of_use, uses_taken = 0, expiresAt, is_active } }) => ({
      id,
      code,
      description,
      percentage_value,
      fixed_value,
      number_of_use,
      uses_taken,
      is_active,
      expiresAt: iso(expiresAt),
    })),
});

/** Uses of codes whose payment went through. */
export const usedDiscounts = officeList<UsedDiscountDocument, OfficeUsedDiscount>({
  from: collections.usedDiscounts.name,
  where: () => [['state', '==', 'used']],
  order: 'createdAt',
  ofTenants: true,
  search: { beginning: 'discount_id', inCapitals: true },
  columns: ['id', 'discount_id', 'user_id', 'discount.code', 'user.name', 'tenantId', 'createdAt'],
  async show(services, rows) {
    const userIds = rows.map(({ data }) => data.user_id);
    const people = await byId(services.store.users, userIds);
    return rows.map(({ id, data: { discount_id, user_id, tenantId, createdAt } }) => ({
      id,
      discount_id,
      user_id,
      discount: { code: discount_id },
      user: { name: people.get(user_id)?.name ?? null },
      tenantId,
      createdAt: iso(createdAt),
    }));
  },
});
