import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pageLoad } from '../../lib/browser.ts';
import { liveSubscriptions } from '../../lib/live/live-registry.ts';
import { type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { fakeStripe } from '../../testing/fake-stripe.ts';
import { openBilling, usage } from '../../testing/open-billing.tsx';

const held = vi.hoisted(() => ({ stripe: null as unknown }));
vi.mock('./card-form.ts', () => ({ cardForm: () => Promise.resolve(held.stripe) })); // the provider's script lives on its own host
vi.setConfig({ testTimeout: 30_000 });

// The page is a chunk of its own: loaded before, so that no wait of a test has to cover it.
beforeAll(() => Promise.all([import('../../pages/billing-page.tsx'), import('../../app/shell/shell.tsx')]), 60_000);

beforeEach(() => {
  held.stripe = fakeStripe();
});

const buying: FakeRoutes = {
  'GET /app/apiUsage': () =>
    usage({ isActive: true, product: { name: 'Pro' }, subscriptionStatus: 'subscribed', stripeSubscriptionId: 'sub_1' }),
};

// Covers S1-2.7-06
test('the purchase button is for subscribers', async () => {
  openBilling('/billing', { 'GET /app/apiUsage': () => usage({ isActive: true, subscriptionStatus: 'cancelled' }) });
  expect(await screen.findByText(/^PRO renews/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Purchase Extra Credits' })).toBeNull();
});

test('a plan that is free of charge has no card to buy credits with, and no button for it', async () => {
  openBilling('/billing', { 'GET /app/apiUsage': () => usage({ isActive: true, subscriptionStatus: 'subscribed' }) });
  expect(await screen.findByText((30_000).toLocaleString())).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Purchase Extra Credits' })).toBeNull();
});

const noPlan = 'Credits can be bought with an active subscription only.';

test('staff who end the plan meanwhile take the button away, and neither the dialog nor what is typed in it', async () => {
  const { user, answer } = openBilling('/billing', {
    ...buying,
    'POST /app/purchase-credits': () => refuse('conflict', noPlan),
  });
  await user.click(await screen.findByRole('button', { name: 'Purchase Extra Credits' }));
  const dialog = await screen.findByRole('dialog', { name: 'Purchase Extra Credits' });
  const amount = within(dialog).getByLabelText('Amount (USD)');
  await user.clear(amount);
  await user.type(amount, '42');
  answer({ 'GET /app/apiUsage': () => usage() });
  const account = liveSubscriptions().filter(({ query }) => query.path === 'tenants/t1');
  act(() => account.forEach(({ onSnapshot }) => onSnapshot({ first: false, docs: [], changed: ['t1'] })));
  await waitFor(() => expect(screen.getAllByText('Purchase Extra Credits')).toHaveLength(1)); // the dialog's own title
  expect(amount).toHaveValue(42);
  await user.click(within(dialog).getByRole('button', { name: 'Purchase $42 of Credits' }));
  expect(await within(dialog).findByText(noPlan)).toBeVisible();
});

// Covers S1-2.7-07, S1-2.7-08, S1-2.7-09, S1-2.7-10, S1-2.7-11, S1-5-06, S1-5-07
test('the dialog counts credits and takes whole dollars from 1', async () => {
  const { user, to } = openBilling('/billing', buying);
  await user.click(await screen.findByRole('button', { name: 'Purchase Extra Credits' }));
  const dialog = await screen.findByRole('dialog', { name: 'Purchase Extra Credits' });
  expect(within(dialog).getByText('You will receive 10000 credits')).toBeVisible();
  expect(within(dialog).getByText('Payment will be processed using your existing payment method')).toBeVisible();
  const amount = within(dialog).getByLabelText('Amount (USD)');
  await user.clear(amount);
  expect(within(dialog).getByRole('button', { name: 'Purchase Credits' })).toBeDisabled();
  expect(amount).toHaveAccessibleDescription('Enter an amount in dollars.');
  for (const low of ['0', '-3']) {
    await user.clear(amount);
    await user.type(amount, low);
    expect(amount).toHaveAccessibleDescription('At least $1 in one purchase.');
  }
  await user.clear(amount);
  await user.type(amount, '0');
  expect(amount).toHaveValue(1);
  await user.clear(amount);
  await user.type(amount, '1.5');
  expect(within(dialog).getByRole('button', { name: 'Purchase Credits' })).toBeDisabled();
  expect(amount).toHaveAccessibleDescription('Enter whole dollars.');
  await user.clear(amount);
  await user.type(amount, '7');
  expect(within(dialog).getByText('You will receive 14000 credits')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Purchase $7 of Credits' })).toBeEnabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('POST /app/purchase-credits')).toEqual([]);
});

// Covers S1-2.7-12, S1-8-22, S1-8-23
test('the button waits while it pays, and a failure says why; the key stays that of the dialog', async () => {
  const answers: ((value: object) => void)[] = [];
  const { user, to } = openBilling('/billing', {
    ...buying,
    'POST /app/purchase-credits': () => new Promise<object>((resolve) => answers.push(resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Purchase Extra Credits' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Purchase $5 of Credits' }));
  expect(await within(dialog).findByRole('button', { name: 'Processing...' })).toBeDisabled();
  answers[0]?.(refuse('payment-failed', 'Your card was declined.'));
  expect(await within(dialog).findByText('Your card was declined.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Purchase $5 of Credits' }));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(new Response('', { status: 500 }));
  expect(await within(dialog).findByText('Failed to process payment')).toBeVisible();
  const keys = to('POST /app/purchase-credits').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('another amount is another order once the first was refused, and not while nobody knows what became of it', async () => {
  const answers = [
    () => new Response('', { status: 500 }),
    () => refuse('payment-failed', 'Your card was declined.'),
    () => refuse('payment-failed', 'Your card was declined.'),
  ];
  const { user, to } = openBilling('/billing', { ...buying, 'POST /app/purchase-credits': () => answers.shift()?.() ?? {} });
  await user.click(await screen.findByRole('button', { name: 'Purchase Extra Credits' }));
  const dialog = await screen.findByRole('dialog');
  for (const [i, amount] of ['5', '7', '8'].entries()) {
    await user.clear(within(dialog).getByRole('spinbutton'));
    await user.type(within(dialog).getByRole('spinbutton'), amount);
    await user.click(within(dialog).getByRole('button', { name: `Purchase $${amount} of Credits` }));
    await waitFor(() => expect(answers).toHaveLength(2 - i));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: `Purchase $${amount} of Credits` })).toBeEnabled());
  }
  const [first, second, third] = to('POST /app/purchase-credits').map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(third).not.toBe(second);
});

// Covers S1-4-22
test('after a purchase the dialog closes, a toast has the server’s message and the page is read again', async () => {
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  const { user } = openBilling('/billing', {
    ...buying,
    'POST /app/purchase-credits': () => ({ success: true, message: '10,000 credits have been added to your account.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Purchase Extra Credits' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Purchase $5 of Credits' }));
  expect(await screen.findByText('10,000 credits have been added to your account.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
