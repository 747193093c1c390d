import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { pro, staff, startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { reserveDiscount } from './reserve-discount.ts';
import { addDiscount, updateDiscount } from './save-discount.ts';
import { listProducts } from './list-products.ts';
import { addProduct, deleteProduct, updateProduct } from './save-product.ts';
import { changeSubscription } from '../office/change-subscription.ts';
import { cancelSubscription } from './cancel.ts';
import { changeCard } from './change-card.ts';
import { takeUpPayment } from './pending-payment.ts';
import { purchaseCredits } from './purchase-credits.ts';
import { reconcile } from './reconcile.ts';
import { upgrade } from './upgrade.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());
const plan = await world.aPlan();

const buy = (caller: Caller, discountCode: string | null = null, number = '4242424242424242') =>
  world.buy(caller, plan, { card: number, discountCode });
const subscriber = async (number?: string) => {
  const caller = await world.anAccount();
  await buy(caller, null, number);
  return caller;
};
const charged = (caller: Caller) => world.chargesOf(caller);
const code = (change: object = {}) =>
  addDiscount(world.services, {
    by: staff,
    input: {
      description: 'Spring',
      percentage_value: 25,
      fixed_value: null,
      number_of_use: 5,
      expiresAt: new Date(world.services.clock() + 90 * 86_400_000).toISOString(),
      is_active: true,
      ...change,
    },
  });

// Covers S1-7-47
test('a purchase charges the card on file and adds 2,000 credits per dollar; the webhook adds none again', async () => {
  const caller = await subscriber();
  expect(await purchaseCredits(world.services, { caller, amount: 5, key: randomUUID() })).toEqual({ credits: 10_000 });
  await world.settled();
  expect((await world.tenant(caller)).extraCredits).toBe(10_000);
  expect((await charged(caller)).map(({ amount }) => amount)).toEqual([2000, 500]);
});

// Covers S1-7-49
test('the same key charges once, at once and one after the other; without a key a double click does', async () => {
  const caller = await subscriber();
  const key = randomUUID();
  await Promise.allSettled([
    purchaseCredits(world.services, { caller, amount: 3, key }),
    purchaseCredits(world.services, { caller, amount: 3, key }),
  ]);
  await purchaseCredits(world.services, { caller, amount: 3, key });
  expect((await world.tenant(caller)).extraCredits).toBe(6000);
  await purchaseCredits(world.services, { caller, amount: 7 });
  await purchaseCredits(world.services, { caller, amount: 7 });
  expect((await world.tenant(caller)).extraCredits).toBe(20_000);
  expect(await charged(caller)).toHaveLength(3);
});

test('the same amount once more is another purchase after ten seconds', async () => {
  const caller = await subscriber();
  await purchaseCredits(world.services, { caller, amount: 3 });
  await world.control('clock', { seconds: 11 });
  await purchaseCredits(world.services, { caller, amount: 3 });
  expect((await world.tenant(caller)).extraCredits).toBe(12_000);
});

// Covers S1-6-19
test('nothing is sold without a subscription, nor after it was cancelled', async () => {
  const caller = await world.anAccount();
  await expect(purchaseCredits(world.services, { caller, amount: 5 })).rejects.toMatchObject({ status: 409 });
  await buy(caller);
  await cancelSubscription(world.services, caller);
  await expect(purchaseCredits(world.services, { caller, amount: 5 })).rejects.toMatchObject({ status: 409 });
  expect(await charged(caller)).toHaveLength(1);
});

// Covers S1-7-50
test('a card that needs its holder is told so, and no credits are added', async () => {
  const caller = await world.anAccount();
  const { clientSecret = '' } = await buy(caller, null, '4000002760003184');
  await world.authenticate(clientSecret);
  await world.settled();
  await expect(purchaseCredits(world.services, { caller, amount: 5, key: randomUUID() })).rejects.toMatchObject({
    status: 402,
    message: /bank asks to confirm/,
  });
  await world.settled();
  expect((await world.tenant(caller)).extraCredits ?? 0).toBe(0);
});

test('a payment that comes back unpaid adds no credits, and is cancelled so that it cannot be paid later', async () => {
  const caller = await world.anAccount();
  const { clientSecret = '' } = await buy(caller, null, '4000002760003184');
  await world.authenticate(clientSecret);
  await world.settled();
  const { paymentIntents } = world.services.stripe;
  const create = paymentIntents.create.bind(paymentIntents);
  vi.spyOn(paymentIntents, 'create').mockImplementationOnce((given, options) => create({ ...given, off_session: false }, options));
  await expect(purchaseCredits(world.services, { caller, amount: 5, key: randomUUID() })).rejects.toMatchObject({ status: 402 });
  await world.settled();
  expect((await world.tenant(caller)).extraCredits ?? 0).toBe(0);
  expect([...world.provider.state.paymentIntents.all()].at(-1)).toMatchObject({ amount: 500, status: 'canceled' });
});

test('a refund takes its credits back once, whatever is delivered how often', async () => {
  const caller = await subscriber();
  await purchaseCredits(world.services, { caller, amount: 10, key: randomUUID() });
  const [, credits] = await charged(caller);
  await world.services.stripe.refunds.create({ charge: credits?.id ?? '', amount: 400 });
  await world.settled();
  for (const { id, type } of world.provider.state.events.all())
    if (type === 'charge.refunded') await world.control('resend', { event: id });
  expect((await world.tenant(caller)).extraCredits).toBe(12_000);
  await world.control('dispute', { charge: credits?.id });
  await world.settled();
  expect((await world.tenant(caller)).extraCredits).toBe(0);
});

// Covers S2-4-19, S2-4-20, S2-4-16
test('a code lowers the first payment only, in any case, and is used up by one', async () => {
  const caller = await world.anAccount();
  const made = await code();
  await buy(caller, made);
  expect((await charged(caller)).map(({ amount }) => amount)).toEqual([1500]);
  expect((await databaseOf(world.services.store).doc(`discounts/${made}`).get()).get('number_of_use')).toBe(4);
  expect((await databaseOf(world.services.store).doc(`usedDiscounts/${made}_${caller.tenantId}`).get()).get('state')).toBe('used');
  await world.control('clock', { seconds: 32 * 86_400 });
  await world.settled();
  expect((await charged(caller)).map(({ amount }) => amount)).toEqual([1500, 2000]);
});

// Covers S2-4-15
test('unknown, inactive and expired codes are refused before anything is charged', async () => {
  const inactive = await code({ is_active: false });
  const expired = await code();
  await databaseOf(world.services.store)
    .doc(`discounts/${expired}`)
    .update({ expiresAt: new Date(world.services.clock() - 1000) });
  for (const wrong of ['NOSUCHCODE', inactive, expired, '../x']) {
    const caller = await world.anAccount();
    await expect(buy(caller, wrong)).rejects.toMatchObject({ status: 400 });
    expect(await charged(caller)).toEqual([]);
  }
});

// Covers S2-4-17, S2-4-18
test('of two at once only one gets the last use, and nobody uses a code twice', async () => {
  const last = await code({ number_of_use: 1, percentage_value: null, fixed_value: 5 });
  const [a, b] = [await world.anAccount(), await world.anAccount()];
  const results = await Promise.allSettled([buy(a, last), buy(b, last)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const winner = results[0].status === 'fulfilled' ? a : b;
  expect((await charged(winner)).map(({ amount }) => amount)).toEqual([1500]);
  await expect(buy(winner === a ? b : a, last)).rejects.toThrow('used up');
  const again = await code();
  const caller = await world.anAccount();
  await buy(caller, again);
  await world.services.stripe.subscriptions.cancel((await world.billing(caller)).subscriptionId ?? '');
  await world.settled();
  await expect(buy(caller, again)).rejects.toThrow('already');
});

test('a crowd that hears of a code at once gets exactly its uses', async () => {
  const made = await code({ number_of_use: 15 });
  const crowd = await Promise.all(Array.from({ length: 30 }, () => world.anAccount()));
  const reserve = ({ tenantId, uid }: Caller) => reserveDiscount(world.services, made, { tenantId: tenantId ?? '', uid });
  const results = await Promise.allSettled(crowd.map(reserve));
  const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => String(reason));
  expect(new Set(refusals)).toEqual(new Set(['ApiError: This promo code has been used up.']));
  expect(refusals).toHaveLength(15);
  expect((await databaseOf(world.services.store).doc(`discounts/${made}`).get()).get('number_of_use')).toBe(0);
});

test('a refused first payment gives the use of its code back', async () => {
  const made = await code({ number_of_use: 1 });
  const caller = await world.anAccount();
  await expect(buy(caller, made, '4000000000000341')).rejects.toMatchObject({ status: 402 });
  expect((await databaseOf(world.services.store).doc(`discounts/${made}`).get()).get('number_of_use')).toBe(1);
  expect(await buy(caller, made)).toMatchObject({ status: 'active' });
});

test('who orders again while the bank waits uses the same code, once', async () => {
  const caller = await world.anAccount();
  const spring = await code();
  expect(await buy(caller, spring, '4000002760003184')).toMatchObject({ requiresAction: true });
  expect(await buy(caller, spring)).toMatchObject({ status: 'active' });
  await world.settled();
  expect((await charged(caller)).map(({ amount }) => amount)).toEqual([1500]);
  expect((await databaseOf(world.services.store).doc(`discounts/${spring}`).get()).get('number_of_use')).toBe(4);
});

test('a use that a process took before it was killed is there for the next order, once', async () => {
  const caller = await world.anAccount();
  const spring = await code({ number_of_use: 1 });
  await reserveDiscount(world.services, spring, { tenantId: caller.tenantId ?? '', uid: caller.uid });
  expect(await buy(caller, spring)).toMatchObject({ status: 'active' });
  await world.settled();
  expect((await charged(caller)).map(({ amount }) => amount)).toEqual([1500]);
  expect((await databaseOf(world.services.store).doc(`discounts/${spring}`).get()).get('number_of_use')).toBe(0);
  expect((await databaseOf(world.services.store).doc(`usedDiscounts/${spring}_${caller.tenantId}`).get()).get('state')).toBe('used');
  await expect(buy(await world.anAccount(), spring)).rejects.toMatchObject({ status: 400 });
});

test('a code of 100 percent needs no payment', async () => {
  const caller = await world.anAccount();
  expect(await buy(caller, await code({ percentage_value: 100 }))).toMatchObject({ status: 'active' });
  expect(await charged(caller)).toEqual([]);
});

test('what one dialog sends again counts once, also with other staff and a use in between', async () => {
  const made = await code({ number_of_use: 5 });
  const left = async () => (await databaseOf(world.services.store).doc(`discounts/${made}`).get()).get('number_of_use') as number; // staff's form wrote it
  const save = (key: string, seen: number | undefined, wanted: number, by = staff) => {
    const values = { description: 'Twice', percentage_value: 25, fixed_value: null, expiresAt: '2099-01-01', is_active: true };
    return updateDiscount(world.services, {
      by,
      discount: { code: made, key },
      change: { ...values, number_of_use: wanted, seen_uses_taken: seen },
    });
  };
  const rows = async () =>
    (await databaseOf(world.services.store).collection('audit').where('target', '==', `discounts/${made}`).count().get()).data().count;
  await save('dialog-one', 0, 10);
  await buy(await world.anAccount(), made);
  const before = await rows();
  await save('dialog-one', 0, 10);
  expect([await left(), await rows()]).toEqual([9, before]);
  await Promise.all([save('dialog-two', 1, 12, { ...staff, uid: 'other' }), save('dialog-one', 0, 10), save('dialog-one', 0, 10)]);
  expect(await left()).toBe(12);
  await save('dialog-one', 0, 8);
  expect(await left()).toBe(7);
  await save('dialog-six', undefined, 20);
  await buy(await world.anAccount(), made);
  await save('dialog-six', undefined, 20);
  expect(await left()).toBe(19);
});

test('one dialog makes one code and one plan, and other values under its key are refused', async () => {
  const input = { description: 'Once', percentage_value: 10, number_of_use: 5, expiresAt: '2099-01-01', is_active: true };
  const made = await Promise.all([1, 2, 3].map(() => addDiscount(world.services, { by: staff, input, key: 'dialog-three' })));
  expect(new Set(made).size).toBe(1);
  expect(await addDiscount(world.services, { by: { ...staff, uid: 'other' }, input, key: 'dialog-three' })).not.toBe(made[0]);
  await expect(
    addDiscount(world.services, { by: staff, input: { ...input, percentage_value: 20 }, key: 'dialog-three' }),
  ).rejects.toMatchObject({
    status: 409,
  });
  const plans = await Promise.all([1, 2].map(() => addProduct(world.services, { by: staff, input: pro, key: 'dialog-four' })));
  expect(new Set(plans).size).toBe(1);
});

test('other values of a code reach the provider under the same code', async () => {
  const made = await code();
  const input = {
    description: 'More',
    percentage_value: 50,
    fixed_value: null,
    number_of_use: 5,
    expiresAt: '2099-01-01',
    is_active: true,
  };
  await updateDiscount(world.services, { by: staff, discount: { code: made }, change: input });
  const caller = await world.anAccount();
  await buy(caller, made);
  expect((await charged(caller)).map(({ amount }) => amount)).toEqual([1000]);
});

test('D85 uses taken while a form of staff was open stay taken', async () => {
  const made = await code({ number_of_use: 5 });
  const left = async () => (await databaseOf(world.services.store).doc(`discounts/${made}`).get()).get('number_of_use') as number; // staff's form wrote it
  const save = (seen: number | undefined, wanted: number) =>
    updateDiscount(world.services, {
      by: staff,
      discount: { code: made },
      change: {
        description: 'Autumn',
        percentage_value: 25,
        fixed_value: null,
        number_of_use: wanted,
        expiresAt: '2099-01-01',
        is_active: true,
        seen_uses_taken: seen,
      },
    });
  await buy(await world.anAccount(), made);
  await save(0, 5);
  expect(await left()).toBe(4);
  await save(0, 10);
  expect(await left()).toBe(9);
  await save(1, 0);
  expect(await left()).toBe(0);
  await save(undefined, 3);
  expect(await left()).toBe(3);
});

// Covers S2-2.p-06
test('another price makes a new one at the provider; a deleted plan stays until the period ends', async () => {
  const product = await world.aPlan({ name: 'Basic', price: 8 });
  const caller = await world.anAccount();
  await world.buy(caller, product);
  await updateProduct(world.services, { by: staff, id: product, input: { ...pro, name: 'Basic', price: 9 } });
  expect(
    world.provider.state.prices
      .all()
      .filter(({ metadata }) => metadata.productId === product)
      .map(({ active }) => active),
  ).toEqual([false, true]);
  await deleteProduct(world.services, staff, product);
  await world.settled();
  expect((await world.tenant(caller)).plan).toMatchObject({ status: 'cancelled', isActive: true, product: 'Basic' });
  const late = await world.anAccount();
  const order = { paymentMethodId: await world.aCard('4242424242424242'), productId: product, discountCode: null };
  await expect(upgrade(world.services, late, order)).rejects.toMatchObject({ status: 400 });
});

// Covers S2-7-21
test('forged, replayed, changed and unsigned events change nothing', async () => {
  const caller = await subscriber();
  await world.settled();
  const before = JSON.stringify([await world.tenant(caller), await world.billing(caller)]);
  const [event] = world.provider.state.deliveries;
  const { signature } = await import('@bedplate/local-stripe');
  const now = Math.floor(Date.now() / 1000);
  const payload = event?.payload ?? '';
  const post = async (body: string, header: string | null) =>
    (await fetch(world.webhookUrl, { method: 'POST', body, headers: header === null ? {} : { 'stripe-signature': header } })).status;
  expect(await post(payload, null)).toBe(400);
  expect(await post(payload, signature(payload, 'whsec_wrong', now))).toBe(400);
  expect(await post(payload, signature(payload, world.secret, now - 400))).toBe(400);
  expect(await post(`${payload} `, signature(payload, world.secret, now))).toBe(400);
  const live = payload.replace('"livemode":false,"pending', '"livemode":true,"pending');
  expect(await post(live, signature(live, world.secret, now))).toBe(400);
  expect(await post(payload, signature(payload, world.secret, now))).toBe(200);
  expect(JSON.stringify([await world.tenant(caller), await world.billing(caller)])).toBe(before);
});

test('one plan at most is the most chosen: marking another takes the mark away, an update without the field keeps it', async () => {
  const { services } = world;
  const [first, second] = [
    await addProduct(services, { by: staff, input: { ...pro, mostChosen: true } }),
    await addProduct(services, { by: staff, input: pro }),
  ];
  const marked = async () => (await listProducts(services)).filter(({ mostChosen }) => mostChosen).map(({ id }) => id);
  expect(await marked()).toEqual([first]);
  await updateProduct(services, { by: staff, id: second, input: { ...pro, mostChosen: true } });
  expect(await marked()).toEqual([second]);
  const audited = await databaseOf(services.store).collection('audit').where('target', '==', `products/${first}`).get();
  expect(audited.docs.map((row) => row.get('after.mostChosen') as unknown)).toEqual(expect.arrayContaining([true, false]));
  await updateProduct(services, { by: staff, id: second, input: { ...pro, name: 'Renamed' } });
  expect(await marked()).toEqual([second]);
  const third = await addProduct(services, { by: staff, input: { ...pro, mostChosen: true } });
  expect(await marked()).toEqual([third]);
  await deleteProduct(services, staff, third);
  expect(await marked()).toEqual([]);
});

test('what staff do to plans, codes and subscriptions is in the audit by the same commit', async () => {
  const { services } = world;
  const auditOf = async (target: string) => {
    const { docs } = await databaseOf(services.store).collection('audit').get();
    const own = docs.filter((row) => row.get('target') === target).sort((a, b) => String(a.get('action')).localeCompare(b.get('action')));
    return own.map((row) => ({ ...row.data(), at: row.updateTime?.toMillis() ?? null }));
  };
  const writtenAt = async (path: string) => (await databaseOf(services.store).doc(path).get()).updateTime?.toMillis();
  const product = await addProduct(services, { by: staff, input: { ...pro, name: 'Audited' } });
  expect(await auditOf(`products/${product}`)).toMatchObject([
    {
      action: 'Add product',
      actor: { id: 'staff', name: 'Grace' },
      before: null,
      after: { name: 'Audited' },
      at: await writtenAt(`products/${product}`),
    },
  ]);
  const made = await code();
  await updateDiscount(services, {
    by: staff,
    discount: { code: made },
    change: {
      description: 'Other',
      percentage_value: 25,
      fixed_value: null,
      number_of_use: 5,
      expiresAt: '2099-01-01',
      is_active: true,
    },
  });
  expect(await auditOf(`discounts/${made}`)).toMatchObject([
    { action: 'Add discount', after: { description: 'Spring' } },
    {
      action: 'Update discount',
      before: { description: 'Spring' },
      after: { description: 'Other' },
      at: await writtenAt(`discounts/${made}`),
    },
  ]);
  const caller = await world.anAccount();
  await changeSubscription(services, { caller: staff, userId: caller.uid, change: { productId: product } });
  expect(await auditOf(`tenants/${caller.tenantId}`)).toMatchObject([
    { action: 'Change subscription', before: { grantedProductId: null }, after: { grantedProductId: product } },
  ]);
  expect((await world.tenant(caller)).plan).toMatchObject({ product: 'Audited', isActive: true });
});

test('a change by staff that is refused leaves no row in the audit', async () => {
  const { services } = world;
  const rows = async () => (await databaseOf(services.store).collection('audit').count().get()).data().count;
  const before = await rows();
  await expect(updateProduct(services, { by: staff, id: 'none', input: pro })).rejects.toMatchObject({ status: 404 });
  await expect(deleteProduct(services, staff, 'none')).rejects.toMatchObject({ status: 404 });
  await world.control('fail', { status: 400, path: '/v1/products' });
  await expect(addProduct(services, { by: staff, input: pro })).rejects.toThrow('asked for');
  const caller = await world.anAccount();
  await expect(changeSubscription(services, { caller: staff, userId: caller.uid, change: { productId: 'none' } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await rows()).toBe(before);
});

test('what no webhook told, the nightly job finds', async () => {
  const caller = await subscriber();
  await world.control('deliveries', { drop: 1 });
  const { subscriptionId, customerId } = await world.billing(caller);
  await world.services.stripe.subscriptions.update(subscriptionId ?? '', { cancel_at_period_end: true });
  await world.services.stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    customer: customerId ?? '',
    payment_method: 'pm_card_visa',
    confirm: true,
    off_session: true,
    metadata: { kind: 'credits', tenantId: caller.tenantId ?? '', credits: '20000', env: 'demo-test' },
  });
  await world.control('deliveries', {});
  expect(await reconcile(world.services)).toMatchObject({ failures: 0 });
  expect((await world.tenant(caller)).plan.status).toBe('cancelled');
  expect((await world.tenant(caller)).extraCredits).toBe(20_000);
  expect(await reconcile(world.services)).toMatchObject({ repairedAccounts: 0, repairedPayments: 0, recoveredEvents: 0 });
});

test('no secret reaches a log, whatever is done and however it fails', async () => {
  const lines: string[] = [];
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...words) => void lines.push(...words.map((word) => inspect(word, { depth: 9 })))),
  );
  const caller = await world.anAccount();
  const { clientSecret = '' } = await buy(caller, null, '4000002760003184');
  await takeUpPayment(world.services, caller);
  await world.authenticate(clientSecret);
  await world.settled();
  await purchaseCredits(world.services, { caller, amount: 1, key: randomUUID() }).catch(() => {});
  const { subscriptionId } = await world.billing(caller);
  for (const number of ['4000002500003155', '4000000000000002', '4242424242424242']) {
    const order = { paymentMethodId: await world.aCard(number), subscriptionId: subscriptionId ?? '' };
    await changeCard(world.services, caller, order).catch(() => {});
  }
  await buy(await world.anAccount(), null, '4000000000000341').catch(() => {});
  for (let i = 0; i < 3; i += 1) await world.control('fail', { status: 500, path: '/v1/subscriptions' });
  await cancelSubscription(world.services, caller).catch(() => {});
  const [event] = world.provider.state.deliveries;
  for (let i = 0; i < 9; i += 1) await world.control('fail', { status: 500, path: '/v1/customers' });
  await world.control('resend', { event: event?.event });
  world.provider.state.failures.length = 0;
  await reconcile(world.services);
  for (const spy of spies) spy.mockRestore();
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toMatch(/_secret_|sk_test|whsec_|pm_\w{8}/);
});
