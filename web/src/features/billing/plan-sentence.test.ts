import type { BillingOverview } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { planSentence } from './plan-sentence.ts';

const plan: BillingOverview = {
  status: 'subscribed',
  isActive: true,
  product: { id: 'pro', name: 'Pro' },
  nextProduct: null,
  renewsAt: '2026-03-29T05:30:00.000Z',
  expiresAt: null,
  stripeSubscriptionId: 'sub_1',
  paymentIssueSince: null,
  paymentMethod: null,
  credit: 0,
  pendingPayment: null,
  beneath: null,
  isGift: false,
  invoices: [],
};

test.each<[string, Partial<BillingOverview>]>([
  ['PRO renews on Mar 29, 2026.', {}],
  ['PRO runs until Mar 29, 2026, and SCALE follows.', { nextProduct: { id: 'scale', name: 'Scale' } }],
  [
    'PRO runs until Mar 30, 2026, and your account then goes on with the free plan.',
    { status: 'cancelled', renewsAt: null, expiresAt: '2026-03-30T05:30:00.000Z' },
  ],
  ['PRO is yours free of charge.', { isGift: true, renewsAt: null }],
  ['PRO is yours free of charge until Mar 30, 2026.', { isGift: true, renewsAt: null, expiresAt: '2026-03-30T05:30:00.000Z' }],
  ['Your account has the plan PRO.', { renewsAt: null }],
  ['Your account has the plan PRO.', { status: 'cancelled', renewsAt: null }],
  ['Not Active: your account has the free plan and its limits.', { isActive: false }],
  ['Not Active: your account has the free plan and its limits.', { product: null }],
])('%s', (sentence, change) => {
  expect(planSentence({ ...plan, ...change })).toBe(sentence);
});
