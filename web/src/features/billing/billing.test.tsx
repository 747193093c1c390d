import type { ApiUsage, BillingOverview, Plan } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pageLoad } from '../../lib/browser.ts';
import { rememberWishedPlan } from '../../lib/wished-plan.ts';
import { aPage, anAccount } from '../../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { fakeStripe } from '../../testing/fake-stripe.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const held = vi.hoisted(() => ({ stripe: null as unknown }));
vi.mock('./card-form.ts', () => ({ cardForm: () => Promise.resolve(held.stripe) })); // the provider's script lives on its own host
vi.setConfig({ testTimeout: 30_000 });

const plan = (facts: Partial<Plan> = {}): Plan => ({
  id: 'pro',
  name: 'Pro',
  description: '',
  price: 20,
  currency: 'usd',
  tier: 'pro',
  usageLimit: 100_000,
  recurring: true,
  interval: 'month',
  ...facts,
});
const plans = [plan(), plan({ id: 'scale', name: 'Scale', price: 49.5, usageLimit: 500_000, interval: 'year' })];

const usage = (limit: Partial<ApiUsage['limit']> = {}) => ({
  success: true,
  data: {
    usage: { usage: 120, limit: 30_000, remaining: 0, uncertain: 0, refunded: 0, month: '202601', days: {} },
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

const subscribed: BillingOverview = {
  status: 'subscribed',
  isActive: true,
  product: { id: 'pro', name: 'Pro' },
  nextProduct: null,
  renewsAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-01T12:00:00.000Z',
  stripeSubscriptionId: 'sub_1',
  paymentIssueSince: null,
  paymentMethod: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
  pendingPayment: null,
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

beforeEach(() => {
  held.stripe = fakeStripe();
});

function open(path: string, routes: FakeRoutes = {}) {
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
    'POST /app/subscriptions/confirmed': () => ({ success: true }),
    ...routes,
  });
  return { ...server, ...renderApp(path) };
}

async function openUpgrade(routes: FakeRoutes = {}) {
  const app = open('/administration', routes);
  await app.user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Premium' });
  return { ...app, dialog };
}

const order = 'POST /app/subscriptions/upgrade/premium';

test('S2-2.a-10 S2-2.a-12 the plan panel shows the product in capitals, and when a cancelled plan ends', async () => {
  open('/administration', {
    'GET /app/apiUsage': () =>
      usage({ isActive: true, product: { name: 'Pro' }, subscriptionStatus: 'cancelled', expiresAt: '2026-03-01T12:00:00.000Z' }),
  });
  expect(await screen.findByText('PRO', {}, { timeout: 25_000 })).toBeVisible(); // the first page to be opened
  expect(screen.getByText('Subscription will end on Mar 1, 2026')).toBeVisible();
});

test('S2-2.a-11 S2-2.a-09 without an active plan the panel says Not Active; usage and limit are shown', async () => {
  open('/administration');
  expect(await screen.findByText('Not Active')).toBeVisible();
  expect(await screen.findByText((30_000).toLocaleString())).toBeVisible();
});

test('S2-2.b-01 S2-2.b-02 S2-2.b-05 S2-9-06 S2-9-07 plans are listed, the first is chosen, an empty code is not sent', async () => {
  const { dialog, user, to } = await openUpgrade({ [order]: () => ({ success: true, message: 'ok', status: 'active' }) });
  expect(await within(dialog).findByText('$20 per month · 100,000 API calls')).toBeVisible();
  expect(within(dialog).getByText('$49.50 per year · 500,000 API calls')).toBeVisible();
  expect(within(dialog).getByRole('radio', { name: /^Pro/ })).toBeChecked();
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  await waitFor(() => expect(to(order)[0]?.body).toEqual({ paymentMethodId: 'pm_1', productId: 'pro' }));
});

test('S2-2.b-03 S2-2.b-04 S2-2.b-06 S2-2.b-07 another plan and a code are sent; success shows after 2 seconds and the panel follows', async () => {
  let isPaid = false;
  const { dialog, user, to } = await openUpgrade({
    'GET /app/apiUsage': () => (isPaid ? usage({ isActive: true, product: { name: 'Scale' }, subscriptionStatus: 'subscribed' }) : usage()),
    [order]: () => {
      isPaid = true;
      return { success: true, message: 'ok', status: 'active' };
    },
  });
  await user.click(await within(dialog).findByRole('radio', { name: /^Scale/ }));
  await user.type(within(dialog).getByLabelText('Promo code'), 'spring');
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  const pressedAt = Date.now();
  await user.dblClick(within(dialog).getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(2000);
  expect(to(order)).toHaveLength(1);
  expect(to(order)[0]?.body).toEqual({ paymentMethodId: 'pm_1', productId: 'scale', discountCode: 'spring' });
  expect(await screen.findByText('SCALE')).toBeInTheDocument();
});

test('S2-2.b-08 S2-2.b-09 a refusal is shown, and Try Again leads back to the form, where a second attempt succeeds', async () => {
  let tries = 0;
  const { dialog, user } = await openUpgrade({
    [order]: () =>
      ++tries === 1 ? refuse('invalid-argument', 'This promo code is not valid.') : { success: true, message: '', status: 'active' },
  });
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(await within(dialog).findByRole('button', { name: 'Subscribe' }));
  const failed = await screen.findByRole('dialog', { name: 'Payment Failed' });
  expect(within(failed).getByText('This promo code is not valid.')).toBeVisible();
  await user.click(within(failed).getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Payment Failed' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
});

test('S2-8-01 S2-8-02 S2-8-03 where the free tier stays, the text says so and closing leaves the upgrade', async () => {
  const { dialog, user } = await openUpgrade({
    [order]: () => refuse('payment-failed', 'Your card was declined. Your free tier remains active.'),
  });
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(await within(dialog).findByRole('button', { name: 'Subscribe' }));
  const failed = await screen.findByRole('dialog', { name: 'Payment Failed' });
  expect(within(failed).getByText('Your payment was unsuccessful. Please try again with a different payment method.')).toBeVisible();
  expect(within(failed).getByText("Don't worry - your free tier subscription remains active.")).toBeVisible();
  await user.click(within(failed).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['S2-8-04 an answer without the expected fields', { [order]: () => ({ success: true }) }, {}, 'Invalid response from server'],
  [
    'S2-4-05 a payment that ends otherwise',
    { [order]: () => ({ success: true, requiresAction: true, clientSecret: 'pi_1_secret_x', status: 'incomplete' }) },
    { payment: { paymentIntent: { status: 'processing' } } },
    'Unexpected payment status',
  ],
  [
    'S2-8-07 a failure that comes from nobody',
    {
      [order]: () => {
        throw new TypeError('offline');
      },
    },
    {},
    'An unexpected error occurred',
  ],
] as [string, FakeRoutes, object, string][])('%s says so', async (_, routes, answers, text) => {
  held.stripe = fakeStripe(answers);
  const { dialog, user } = await openUpgrade(routes);
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(await within(dialog).findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText(text)).toBeVisible();
});

test('S2-4-04 what needs the holder is confirmed with the client secret', async () => {
  const stripe = fakeStripe();
  held.stripe = stripe;
  const { dialog, user } = await openUpgrade({
    [order]: () => ({ success: true, requiresAction: true, clientSecret: 'pi_1_secret_x', status: 'incomplete' }),
  });
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(await within(dialog).findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  expect(stripe.confirmCardPayment).toHaveBeenCalledWith('pi_1_secret_x');
});

test('S2-8-06 without the provider’s script the form says so; S2-8-08 plans that cannot be loaded, too', async () => {
  held.stripe = null;
  const first = await openUpgrade();
  await first.user.click(await within(first.dialog).findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Stripe not loaded')).toBeVisible();
});

test('S2-8-05 a card field that is not there is named', async () => {
  const stripe = fakeStripe();
  held.stripe = { ...stripe, elements: () => ({ ...stripe.elements(), getElement: () => null }) };
  const { dialog, user, to } = await openUpgrade();
  await user.click(await within(dialog).findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Card element not found')).toBeVisible();
  expect(to(order)).toEqual([]);
});

test('S2-8-08 plans that cannot be loaded', async () => {
  await openUpgrade({ 'GET /app/subscriptions/premium-products': () => refuse('internal', 'x') });
  expect(await screen.findByText('Failed to load products')).toBeVisible();
});

test('S0-2.1-03 S2-2-04 S2-2-05 the billing page shows plan, renewal, card and invoices', async () => {
  open('/billing');
  expect(await screen.findByText('PRO')).toBeVisible();
  expect(screen.getByText('Mar 1, 2026')).toBeVisible();
  expect(screen.getByText('VISA •••• 4242, 12/2034')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Invoices' });
  expect(within(table).getByText('$20.50')).toBeVisible();
  expect(within(table).getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', 'https://x.test/r');
});

test('S2-2.b-10 the current plan is not offered again', async () => {
  const { user } = open('/billing');
  await user.click(await screen.findByRole('button', { name: 'Change Plan' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('radio', { name: /^Scale/ })).toBeChecked();
  expect(within(dialog).queryByRole('radio', { name: /^Pro/ })).toBeNull();
});

test('S2-2.b-13 S2-8-09 cancelling asks first and says what came of it', async () => {
  let isBroken = true;
  const { user } = open('/billing', {
    'POST /app/subscriptions/cancel': () => (isBroken ? refuse('internal', 'x') : { success: true, message: 'x' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Failed to cancel subscription. Please try again later.')).toBeVisible();
  isBroken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Subscription cancelled successfully')).toBeVisible();
});

test('S2-2.b-12 S2-8-10 a new card is sent, with the bank’s confirmation in between when it is asked for', async () => {
  const stripe = fakeStripe();
  held.stripe = stripe;
  let tries = 0;
  const { user, to } = open('/billing', {
    'POST /app/subscriptions/change-payment': () => {
      tries += 1;
      if (tries === 1) return new Response('{}', { status: 500 });
      return tries === 2
        ? { success: true, requiresAction: true, clientSecret: 'seti_1_secret_x' }
        : { success: true, message: 'Payment method updated successfully' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change Card' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Card' });
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(within(dialog).getByRole('button', { name: 'Save Card' }));
  expect(await screen.findByText('Failed to update payment method. Please try again.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Save Card' }));
  expect(await screen.findByText('Payment method updated successfully')).toBeVisible();
  expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_x');
  expect(to('POST /app/subscriptions/change-payment')[2]?.body).toEqual({ paymentMethodId: 'pm_1', subscriptionId: 'sub_1' });
});

const buying: FakeRoutes = {
  'GET /app/apiUsage': () => usage({ isActive: true, product: { name: 'Pro' }, subscriptionStatus: 'subscribed' }),
};

test('S1-2.7-06 the purchase button is for subscribers', async () => {
  open('/billing', { 'GET /app/apiUsage': () => usage({ isActive: true, subscriptionStatus: 'cancelled' }) });
  expect(await screen.findByText('PRO')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Purchase Extra Credits' })).toBeNull();
});

test('S1-2.7-07 S1-2.7-08 S1-2.7-09 S1-2.7-10 S1-2.7-11 S1-5-06 S1-5-07 the dialog counts credits and takes whole dollars from 1', async () => {
  const { user, to } = open('/billing', buying);
  await user.click(await screen.findByRole('button', { name: 'Purchase Extra Credits' }));
  const dialog = await screen.findByRole('dialog', { name: 'Purchase Extra Credits' });
  expect(within(dialog).getByText('You will receive 10000 credits')).toBeVisible();
  expect(within(dialog).getByText('Payment will be processed using your existing payment method')).toBeVisible();
  const amount = within(dialog).getByLabelText('Amount (USD)');
  await user.clear(amount);
  expect(within(dialog).getByRole('button', { name: /^Purchase/ })).toBeDisabled();
  await user.type(amount, '0');
  expect(amount).toHaveValue(1);
  await user.clear(amount);
  await user.type(amount, '1.5');
  expect(within(dialog).getByRole('button', { name: /^Purchase/ })).toBeDisabled();
  await user.clear(amount);
  await user.type(amount, '7');
  expect(within(dialog).getByText('You will receive 14000 credits')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Purchase $7 of Credits' })).toBeEnabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('POST /app/purchase-credits')).toEqual([]);
});

test('S1-2.7-12 S1-8-22 S1-8-23 the button waits while it pays, and a failure says why; the key stays that of the dialog', async () => {
  const answers: ((value: object) => void)[] = [];
  const { user, to } = open('/billing', {
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
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('S1-4-22 after a purchase the dialog closes, a toast has the server’s message and the page is read again', async () => {
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  const { user } = open('/billing', {
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

test('a plan that was chosen on the site is chosen in the form after the login, once', async () => {
  rememberWishedPlan('scale');
  const { user, address } = open('/administration', {
    'GET /app/billing': () => ({
      success: true,
      data: { ...subscribed, status: 'none', isActive: false, product: null, stripeSubscriptionId: null },
    }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Premium' });
  expect(await within(dialog).findByRole('radio', { name: /^Scale/ })).toBeChecked();
  expect(address()).toBe('/billing?plan=scale');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toBe('/billing'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('wishedPlan')).toBeNull();
});

const waiting = { ...subscribed, status: 'none', isActive: false, product: null, stripeSubscriptionId: null } as const;

test('a payment that waits for the bank is told; it can be confirmed, and says what came of it', async () => {
  const stripe = fakeStripe();
  held.stripe = stripe;
  let isPending = true;
  let answer: (body: object) => void = () => {};
  const { user, to } = open('/billing', {
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
  const { user } = open('/billing', {
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
  open('/billing', {
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, paymentIssueSince: '2026-02-01T12:00:00.000Z' } }),
  });
  expect(await screen.findByText(/Your last payment did not go through\. .* the plan ends 7 days after the payment was due/)).toBeVisible();
});
