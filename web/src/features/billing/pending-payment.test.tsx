import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStripe } from '../../testing/fake-stripe.ts';
import { openBilling, subscribed } from '../../testing/open-billing.tsx';

const held = vi.hoisted(() => ({ stripe: null as unknown }));
vi.mock('./card-form.ts', () => ({ cardForm: () => Promise.resolve(held.stripe) })); // the provider's script lives on its own host
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  held.stripe = fakeStripe();
});

const waiting = { ...subscribed, status: 'none', isActive: false, product: null, stripeSubscriptionId: null } as const;

test('a payment that waits for the bank is told; it can be confirmed, and says what came of it', async () => {
  const stripe = fakeStripe();
  held.stripe = stripe;
  let isPending = true;
  let answer: (body: object) => void = () => {};
  const { user, to } = openBilling('/billing', {
    'GET /app/billing': () => ({
      success: true,
      data: { ...waiting, pendingPayment: isPending ? { amount: 2050, currency: 'usd' } : null },
    }),
    'POST /app/subscriptions/pending-payment': () => new Promise<object>((resolve) => (answer = resolve)),
    'POST /app/subscriptions/confirmed': () => {
      isPending = false;
      return { success: true, message: '' };
    },
  });
  expect(await screen.findByText(/A payment of \$20\.50 waits for your bank/)).toBeVisible();
  await user.dblClick(screen.getByRole('button', { name: 'Confirm Payment' }));
  answer({ success: true, requiresAction: true, clientSecret: 'pi_1_secret_x', status: 'incomplete' });
  expect(await screen.findByText('Your subscription is active.')).toBeVisible();
  expect(stripe.confirmCardPayment).toHaveBeenCalledExactlyOnceWith('pi_1_secret_x');
  expect(to('POST /app/subscriptions/confirmed')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm Payment' })).toBeNull());
});

test('the bank’s refusal of a payment that waited is told', async () => {
  held.stripe = fakeStripe({ payment: { error: { message: 'We are unable to authenticate your payment method.' } } });
  const { user } = openBilling('/billing', {
    'GET /app/billing': () => ({ success: true, data: { ...waiting, pendingPayment: { amount: 2000, currency: 'usd' } } }),
    'POST /app/subscriptions/pending-payment': () => ({
      success: true,
      requiresAction: true,
      clientSecret: 'pi_1_secret_x',
      status: 'incomplete',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Confirm Payment' }));
  expect(await screen.findByText('We are unable to authenticate your payment method.')).toBeVisible();
});

test('a renewal that could not be collected is told with the 7 days that the plan stays', async () => {
  openBilling('/billing', {
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, paymentIssueSince: '2026-02-01T12:00:00.000Z' } }),
  });
  expect(await screen.findByText(/Your last payment did not go through\. .* the plan ends 7 days after the payment was due/)).toBeVisible();
});
