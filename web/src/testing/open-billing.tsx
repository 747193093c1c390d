import type { ApiUsage, BillingOverview, Plan } from '@bedplate/contract';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { aPage, anAccount } from './builders.ts';
import { fakeServer, type FakeRoutes } from './fake-server.ts';
import { renderApp, signInAs } from './render-app.tsx';

export const aPlan = (facts: Partial<Plan> = {}): Plan => ({
  id: 'pro',
  name: 'Pro',
  description: '',
  price: 20,
  currency: 'usd',
  tier: 'pro',
  usageLimit: 100_000,
  recurring: true,
  interval: 'month',
  mostChosen: false,
  ...facts,
});
const plans = [aPlan(), aPlan({ id: 'scale', name: 'Scale', price: 49.5, usageLimit: 500_000, interval: 'year' })];

/** The answer of GET /app/apiUsage. */
export const usage = (limit: Partial<ApiUsage['limit']> = {}) => ({
  success: true,
  data: {
    usage: { usage: 120, limit: 30_000, reserved: 0, remaining: 0, uncertain: 0, refunded: 0, month: '202601', days: {}, forecast: null },
    limit: {
      tier: 'free',
      isActive: false,
      product: null,
      subscriptionStatus: 'none',
      expiresAt: null,
      stripeSubscriptionId: null,
      ...limit,
    },
    paymentMethod: null,
  },
});

export const subscribed: BillingOverview = {
  status: 'subscribed',
  isActive: true,
  product: { id: 'pro', name: 'Pro' },
  nextProduct: null,
  renewsAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-01T12:00:00.000Z',
  stripeSubscriptionId: 'sub_1',
  paymentIssueSince: null,
  paymentMethod: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
  credit: 0,
  pendingPayment: null,
  beneath: null,
  isGift: false,
  invoices: [
    {
      id: 'in_1',
      number: 'BP-0001',
      amount: 2050,
      currency: 'usd',
      status: 'paid',
      createdAt: '2026-02-01T12:00:00.000Z',
      receiptUrl: 'https://x.test/r',
    },
  ],
};

/** A page of a signed-in admin who has a subscription and no plan of the meter yet. */
export function openBilling(path: string, routes: FakeRoutes = {}) {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server here
  signInAs();
  const server = fakeServer({
    'GET /app/projects': () => aPage([]),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
    'GET /app/users/sessions': () => ({ success: true, data: [] }),
    'GET /app/apiUsage': () => usage(),
    'GET /app/apiUsage/user/total-usage': () => ({ success: true, data: 4000 }),
    'GET /app/subscriptions/premium-products': () => ({ success: true, data: plans }),
    'GET /app/billing': () => ({ success: true, data: subscribed }),
    'GET /app/subscriptions/upgrade/preview': () => ({ success: true, data: { amount: 1234, credit: 0, currency: 'usd', begins: null } }),
    'POST /app/subscriptions/confirmed': () => ({ success: true }),
    ...routes,
  });
  return { ...server, ...renderApp(path) };
}

export async function openUpgrade(routes: FakeRoutes = {}) {
  const app = openBilling('/administration', routes);
  await app.user.click(await screen.findByRole('button', { name: /^(Upgrade to Premium|Change Plan)$/ }));
  const dialog = await screen.findByRole('dialog', { name: /^(Upgrade to Premium|Change Plan)$/ });
  return { ...app, dialog };
}
