import type { OfficeDiscount, OfficeProduct } from '@bedplate/contract';

const at = '2026-01-02T03:04:05.000Z';

/** The pages of staff below /superadmin that the specification lists. */
export const officePages = [
  'dashboard',
  'users',
  'projects',
  'storages',
  'endpoints',
  'products',
  'discounts',
  'used-discounts',
  'subscriptions',
  'apiusages',
  'apiusagehistories',
  'feedbacks',
  'logs',
];

/** A plan as staff see it. */
export function anOfficeProduct(facts: Partial<OfficeProduct> = {}): OfficeProduct {
  return {
    id: 'p1',
    stripeProductId: null,
    name: 'Pro',
    description: 'A plan',
    usageLimit: 10,
    tier: 'pro',
    price: 5,
    currency: 'usd',
    recurring: true,
    interval: 'month',
    mostChosen: false,
    warning: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...facts,
  };
}

/** A discount as staff see it. */
export function anOfficeDiscount(facts: Partial<OfficeDiscount> = {}): OfficeDiscount {
  return {
    id: 'ABCDEFGH',
    code: 'ABCDEFGH',
    description: 'Ten off',
    percentage_value: 10,
    fixed_value: null,
    number_of_use: 3,
    uses_taken: 2,
    expiresAt: '2030-01-01T23:59:59.000Z',
    is_active: true,
    ...facts,
  };
}
