import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { liveSubscriptions } from '../../lib/live/live-registry.ts';
import { rememberWishedPlan } from '../../lib/wished-plan.ts';
import { type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { fakeStripe } from '../../testing/fake-stripe.ts';
import { aPlan, openBilling, openUpgrade, subscribed, usage } from '../../testing/open-billing.tsx';
import { loadTexts, t } from '../../texts/index.ts';

const held = vi.hoisted(() => ({ stripe: null as unknown }));
vi.mock('./card-form.ts', () => ({ cardForm: () => Promise.resolve(held.stripe) })); // the provider's script lives on its own host
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  held.stripe = fakeStripe();
  vi.unstubAllEnvs();
});

const order = 'POST /app/subscriptions/upgrade/premium';

// The pages are large: loaded before, so that no wait of a test has to cover it.
beforeAll(() => Promise.all([import('../../pages/administration-page.tsx'), import('../../pages/billing-page.tsx')]), 60_000);

// Covers S2-2.a-10, S2-2.a-12
test('the plan panel shows the product in capitals, and when a cancelled plan ends', async () => {
  openBilling('/administration', {
    'GET /app/apiUsage': () =>
      usage({ isActive: true, product: { name: 'Pro' }, subscriptionStatus: 'cancelled', expiresAt: '2026-03-01T12:00:00.000Z' }),
  });
  expect(await screen.findByText('PRO')).toBeVisible(); // the first page to be opened
  expect(screen.getByText('Subscription will end on Mar 1, 2026')).toBeVisible();
});

test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])('with a browser in %s a plan ends on the day that the mails name', async (zone) => {
  vi.stubEnv('TZ', zone);
  openBilling('/administration', {
    'GET /app/apiUsage': () =>
      usage({ isActive: true, product: { name: 'Pro' }, subscriptionStatus: 'cancelled', expiresAt: '2026-03-29T05:30:00.000Z' }),
  });
  expect(await screen.findByText('Subscription will end on Mar 29, 2026')).toBeVisible();
});

test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
  'with a browser in %s an invoice and the next payment have their UTC day',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    const invoice = { id: 'in_1', number: 'A-1', amount: 2000, status: 'paid', createdAt: '2026-10-25T23:30:00.000Z', receiptUrl: null };
    openBilling('/billing', {
      'GET /app/billing': () => ({ success: true, data: { ...subscribed, renewsAt: '2026-11-25T05:30:00.000Z', invoices: [invoice] } }),
    });
    expect(await screen.findByText(/renews on Nov 25, 2026\.$/)).toBeVisible();
    expect(screen.getByText('Oct 25, 2026')).toBeVisible();
  },
);

// Covers S2-2.a-11, S2-2.a-09
test('without an active plan the panel says Not Active; usage and limit are shown', async () => {
  openBilling('/administration');
  expect(await screen.findByText('Not Active: your account has the free plan and its limits.')).toBeVisible();
  expect(await screen.findByText((30_000).toLocaleString())).toBeVisible();
});

// Covers S2-2.b-01, S2-2.b-02, S2-2.b-05, S2-9-06, S2-9-07
test('plans are listed, the first is chosen, an empty code is not sent', async () => {
  const { dialog, user, to } = await openUpgrade({ [order]: () => ({ success: true, message: 'ok', status: 'active' }) });
  expect(await within(dialog).findByText('$20 per month · 100,000 API calls')).toBeVisible();
  expect(within(dialog).getByText('$49.50 per year · 500,000 API calls')).toBeVisible();
  expect(within(dialog).getByRole('radio', { name: /^Pro/ })).toBeChecked();
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  await waitFor(() => expect(to(order)[0]?.body).toEqual({ paymentMethodId: 'pm_1', productId: 'pro' }));
});

test('a card that is typed is not lost by Escape', async () => {
  const { dialog, user } = await openUpgrade();
  await user.type(await within(dialog).findByLabelText('Card number'), '4242{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(within(dialog).getByLabelText('Card number')).toHaveValue('4242');
});

// Covers S2-2.b-03, S2-2.b-04, S2-2.b-06, S2-2.b-07
test('another plan and a code are sent; success shows after 2 seconds and the panel follows', async () => {
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

test('a plan that costs nothing asks for no card and no code', async () => {
  const { dialog, user, to } = await openUpgrade({
    'GET /app/subscriptions/premium-products': () => ({ success: true, data: [aPlan(), aPlan({ id: 'open', name: 'Open', price: 0 })] }),
    [order]: () => ({ success: true, message: 'ok', status: 'active' }),
  });
  await waitFor(() => expect(within(dialog).getByText('card')).toBeInTheDocument());
  await user.click(await within(dialog).findByRole('radio', { name: /^Open/ }));
  expect(within(dialog).getByText('This plan costs nothing: no card is needed.')).toBeVisible();
  expect(within(dialog).queryByText('card')).toBeNull();
  expect(within(dialog).queryByLabelText('Promo code')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  expect(to(order).map(({ body }) => body)).toEqual([{ productId: 'open' }]);
});

// Covers S2-2.b-08, S2-2.b-09
test('a refusal is shown, and Try Again leads back to the form, where a second attempt succeeds', async () => {
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

// Covers S2-8-01, S2-8-02, S2-8-03
test('where the free tier stays, the text says so and closing leaves the upgrade', async () => {
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
  ['en', 'bankSays.freeTier', { reason: 'Your card has insufficient funds.' }, 'Your card has insufficient funds.'],
  ['en', 'cardUnusable.freeTier', {}, 'This card cannot be used. Please enter it again.'],
  ['zh', 'bankSays.freeTier', { reason: 'Your card has expired.' }, 'Your card has expired.'],
  ['zh', 'cardDeclined.freeTier', {}, '您的卡被拒绝。'],
] as const)(
  'in %s %s: beside the free tier the bank’s reason is told, and closing leaves the upgrade',
  async (language, key, values, reason) => {
    const message = `${reason} Your free tier remains active.`;
    const { user } = openBilling('/billing?plan=scale', {
      'GET /app/billing': () => ({
        success: true,
        data: { ...subscribed, status: 'none', isActive: false, product: null, stripeSubscriptionId: null },
      }),
      [order]: () => Response.json({ success: false, message, error: { code: 'payment-failed', key, values } }, { status: 402 }),
    });
    await screen.findByRole('dialog');
    await loadTexts(language);
    onTestFinished(() => loadTexts('en'));
    await waitFor(() => expect(screen.getByText('card')).toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    const failed = await screen.findByRole('dialog', { name: t('message.paymentFailed') });
    for (const text of [t('message.differentCard'), reason, t('message.dontWorry')]) expect(within(failed).getByText(text)).toBeVisible();
    await user.click(within(failed).getByRole('button', { name: t('close') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test.each([
  // Covers S2-8-04
  ['an answer without the expected fields', { [order]: () => ({ success: true }) }, {}, 'Invalid response from server'],
  [
    // Covers S2-4-05
    'a payment that ends otherwise',
    { [order]: () => ({ success: true, requiresAction: true, clientSecret: 'pi_1_secret_x', status: 'incomplete' }) },
    { payment: { paymentIntent: { status: 'processing' } } },
    'Unexpected payment status',
  ],
  [
    // Covers S2-8-07
    'a failure that comes from nobody',
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

// Covers S2-4-04
test('what needs the holder is confirmed with the client secret', async () => {
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

// Covers S2-8-06, S2-8-08
test('the form reports a missing provider’s script, and plans that cannot be loaded', async () => {
  held.stripe = null;
  const first = await openUpgrade();
  await first.user.click(await within(first.dialog).findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Stripe not loaded')).toBeVisible();
});

// Covers S2-8-05
test('a card field that is not there is named', async () => {
  const stripe = fakeStripe();
  held.stripe = { ...stripe, elements: () => ({ ...stripe.elements(), getElement: () => null }) };
  const { dialog, user, to } = await openUpgrade();
  await user.click(await within(dialog).findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Card element not found')).toBeVisible();
  expect(to(order)).toEqual([]);
});

// Covers S2-8-08
test('plans that cannot be loaded', async () => {
  await openUpgrade({ 'GET /app/subscriptions/premium-products': () => refuse('internal', 'x') });
  expect(await screen.findByText('Failed to load products')).toBeVisible();
});

// Covers S0-2.1-03, S2-2-04, S2-2-05
test('the billing page shows plan, renewal, card and invoices', async () => {
  openBilling('/billing');
  expect(await screen.findByText('PRO renews on Mar 1, 2026.')).toBeVisible();
  expect(screen.getByText('VISA •••• 4242, 12/2034')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Invoices' });
  expect(within(table).getByText('$20.50')).toBeVisible();
  expect(within(table).getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', 'https://x.test/r');
});

test('a payment that went back says so, whole or in part, and keeps its receipt', async () => {
  const [invoice] = subscribed.invoices;
  const invoices = (['refunded', 'partly-refunded', 'open'] as const).map((status) => ({ ...invoice, id: status, status }));
  openBilling('/billing', { 'GET /app/billing': () => ({ success: true, data: { ...subscribed, invoices } }) });
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Invoices' })).getAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('cell').at(3)?.textContent)).toEqual(['Refunded', 'Partly refunded', 'Open']);
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Receipt', 'Receipt', 'Invoice']);
});

// Covers S2-2.b-10
test('the current plan is not offered again', async () => {
  const { user } = openBilling('/billing');
  await user.click(await screen.findByRole('button', { name: 'Change Plan' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('radio', { name: /^Scale/ })).toBeChecked();
  expect(within(dialog).queryByRole('radio', { name: /^Pro/ })).toBeNull();
});

// Covers S2-2.b-13, S2-8-09
test('cancelling asks first and says what came of it', async () => {
  let isBroken = true;
  const { user } = openBilling('/billing', {
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

test('a refused cancellation says why', async () => {
  const { user } = openBilling('/billing', {
    'POST /app/subscriptions/cancel': () => refuse('conflict', 'The plan has ended already.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Failed to cancel subscription. Please try again later. The plan has ended already.')).toBeVisible();
});

// Covers S2-2.b-12, S2-8-10
test('a new card is sent, with the bank’s confirmation in between when it is asked for', async () => {
  const stripe = fakeStripe();
  held.stripe = stripe;
  let tries = 0;
  const { user, to } = openBilling('/billing', {
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

test('the card form stays when the plan that it pays for ends meanwhile, and its next press says so', async () => {
  held.stripe = fakeStripe();
  const gone = 'There is no such subscription.';
  const { user, answer, to } = openBilling('/billing', { 'POST /app/subscriptions/change-payment': () => refuse('not-found', gone) });
  await user.click(await screen.findByRole('button', { name: 'Change Card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Card' }));
  await waitFor(() => expect(dialog.getByText('card')).toBeInTheDocument());
  const ended = { status: 'none', isActive: false, product: null, renewsAt: null, expiresAt: null, stripeSubscriptionId: null };
  answer({ 'GET /app/billing': () => ({ success: true, data: { ...subscribed, ...ended } }) });
  const account = liveSubscriptions().filter(({ query }) => query.path === 'tenants/t1');
  act(() => account.forEach(({ onSnapshot }) => onSnapshot({ first: false, docs: [], changed: ['t1'] })));
  await waitFor(() => expect(screen.getAllByText('Change Card')).toHaveLength(1)); // the dialog's own title
  await user.click(dialog.getByRole('button', { name: 'Save Card' }));
  expect(await dialog.findByText(gone)).toBeVisible();
  expect(to('POST /app/subscriptions/change-payment')[0]?.body).toEqual({ paymentMethodId: 'pm_1', subscriptionId: 'sub_1' });
});

test('over a paid plan a given one says what an order and a cancellation do to both', async () => {
  const beneath = { name: 'Pro', periodEnd: '2026-03-29T05:30:00.000Z', ends: false, isPaused: true };
  const { user } = openBilling('/billing?plan=pro', {
    'GET /app/billing': () => ({
      success: true,
      data: { ...subscribed, product: { id: 'gift', name: 'Gift' }, isGift: true, renewsAt: null, expiresAt: null, beneath },
    }),
    'GET /app/subscriptions/upgrade/preview': () => ({ success: true, data: { amount: 0, credit: 0, currency: 'usd', begins: null } }),
  });
  const order = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  expect(await order.findByText('You pay nothing now.')).toBeVisible();
  expect(order.getByText('The plan that was given to you ends with this order.')).toBeVisible();
  await user.click(order.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  const question = within(await screen.findByRole('dialog', { name: 'Cancel Subscription' }));
  expect(question.getByText(/^The plan that was given to you ends now\. Your paid plan PRO stays until Mar 29, 2026/)).toBeVisible();
});

test('a cancellation that cannot be taken back says why', async () => {
  const { user } = openBilling('/billing', {
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, status: 'cancelled', renewsAt: null } }),
    'POST /app/subscriptions/undo-cancel': () => refuse('conflict', 'This plan is no longer sold. Please choose another one.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Keep Subscription' }));
  expect(await screen.findByText('This plan is no longer sold. Please choose another one.')).toBeVisible();
});

test('of two plans with the same name the one that the account has is not offered', async () => {
  const plans = [aPlan(), aPlan({ id: 'pro-yearly', price: 200, interval: 'year' })];
  const { dialog } = await openUpgrade({
    'GET /app/apiUsage': () => usage({ isActive: true, product: { name: 'Pro' }, subscriptionStatus: 'subscribed' }),
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, product: { id: 'pro-yearly', name: 'Pro' } } }),
    'GET /app/subscriptions/premium-products': () => ({ success: true, data: plans }),
  });
  expect(await within(dialog).findByText('$20 per month · 100,000 API calls')).toBeVisible();
  await waitFor(() => expect(within(dialog).getAllByRole('radio')).toHaveLength(1));
  expect(within(dialog).queryByText(/per year/)).toBeNull();
});

test('a plan that was chosen on the site is chosen in the form after the login, once', async () => {
  rememberWishedPlan('scale');
  const { user, address } = openBilling('/administration', {
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

test('who has a given plan changes it, with a card', async () => {
  openBilling('/billing?plan=scale', {
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, isGift: true, stripeSubscriptionId: null, paymentMethod: null } }),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  expect(await dialog.findByLabelText('Promo code')).toBeVisible();
});

test('what is left of a larger plan is told before the change, and on the page after it', async () => {
  openBilling('/billing?plan=scale', {
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, credit: 48_050 } }),
    'GET /app/subscriptions/upgrade/preview': () => ({ success: true, data: { amount: 0, credit: 48_050, currency: 'usd', begins: null } }),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  expect(
    await dialog.findByText(
      'You pay nothing now: the plan begins at once, in place of the present one. $480.50 of what you have paid stay for your next payments.',
    ),
  ).toBeVisible();
  expect(screen.getByText('$480.50 of an earlier plan, for your next payments')).toBeInTheDocument();
});

test('a subscriber is offered a free plan with the reason why it waits, and never as the first choice', async () => {
  const plans = [aPlan({ id: 'open', name: 'Open', price: 0 }), aPlan({ id: 'scale', name: 'Scale', price: 50 })];
  const { user } = openBilling('/billing', { 'GET /app/subscriptions/premium-products': () => ({ success: true, data: plans }) });
  await user.click(await screen.findByRole('button', { name: 'Change Plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  expect(await dialog.findByRole('radio', { name: /^Scale/ })).toBeChecked();
  await user.click(dialog.getByRole('radio', { name: /^Open/ }));
  expect(dialog.getByText(/^This plan costs nothing and can begin when the paid one has ended/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
});

test('a subscriber pays with the card on file, is told the price before, is asked for no code, and keeps the choice while it is paid', async () => {
  const { user, to } = openBilling('/billing?plan=scale', { [order]: () => ({ success: true, message: 'ok', status: 'active' }) });
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  expect(await dialog.findByText('You pay $12.34 now.')).toBeVisible();
  expect(dialog.getByText('Paid with the card on file: VISA •••• 4242, 12/2034')).toBeVisible();
  expect(dialog.queryByLabelText('Promo code')).toBeNull();
  expect(dialog.queryByRole('radio', { name: /^Pro/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  expect(to(order).map(({ body }) => body)).toEqual([{ productId: 'scale' }]);
});

test('while a plan is paid it stays the chosen one, although the account has it already', async () => {
  let isPaid = false;
  const { user } = openBilling('/billing?plan=scale', {
    'GET /app/billing': () => ({
      success: true,
      data: { ...subscribed, product: isPaid ? { id: 'scale', name: 'Scale' } : subscribed.product },
    }),
    [order]: () => {
      isPaid = true;
      return { success: true, message: 'ok', status: 'active' };
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  await user.click(await dialog.findByRole('button', { name: 'Subscribe' }));
  await waitFor(() => expect(screen.getAllByText(/^SCALE renews/).length).toBeGreaterThan(0));
  expect(dialog.getByRole('radio', { name: /^Scale/ })).toBeChecked();
  expect(await screen.findByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
});

test('a plan chosen elsewhere that is not for sale is said, and none is put in its place', async () => {
  const { user } = openBilling('/billing?plan=gone', {
    'GET /app/billing': () => ({ success: true, data: { ...subscribed, isActive: false, product: null } }),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Premium' }));
  expect(await dialog.findByText(/The plan that you chose is not for sale/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
  for (const radio of dialog.getAllByRole('radio')) expect(radio).not.toBeChecked();
  await user.click(dialog.getByRole('radio', { name: /^Pro/ }));
  expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
});

test('with no plan to choose the form asks for no card', async () => {
  const { dialog } = await openUpgrade({ 'GET /app/subscriptions/premium-products': () => ({ success: true, data: [] }) });
  expect(await within(dialog).findByText('There is no other plan at the moment.')).toBeVisible();
  expect(within(dialog).queryByText('card')).toBeNull();
  expect(within(dialog).queryByLabelText('Promo code')).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Subscribe' })).toBeDisabled();
});
