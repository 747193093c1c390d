import { DiscountChange, DiscountInput, type ProductChange } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { pro, staff, startBillingWorld } from '../../../test/billing-world.ts';
import { billingOverview } from './billing-overview.ts';
import { upgrade } from './upgrade.ts';
import { addProduct, updateProduct } from './save-product.ts';
import { addDiscount, updateDiscount } from './save-discount.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

const input = { description: 'Ten off', percentage_value: 10, number_of_use: 5, expiresAt: '2099-01-01', is_active: true };

test.each([
  ['a fixed value that is no whole cent', { percentage_value: null, fixed_value: 0.001 }],
  ['a percentage of three decimals', { percentage_value: 33.333 }],
  ['a year that no database keeps', { expiresAt: '0000-01-01' }],
  ['a moment after the last year', { expiresAt: '9999-12-31T23:59:59-10:00' }],
  ['a day that no calendar has', { expiresAt: '2027-02-30' }],
  ['no date', { expiresAt: '' }],
])('a discount with %s is refused', (_, change) => {
  expect(DiscountInput.safeParse({ ...input, ...change }).success).toBe(false);
});

test.each(['2027-02-28', '2027-02-28T12:00:00Z', '2027-02-28T12:00:00+08:00'])('a discount may expire %s', (expiresAt) => {
  expect(DiscountInput.safeParse({ ...input, expiresAt }).success).toBe(true);
});

test('a provider that does not answer is told to staff and to the billing page, and leaves no code and no plan', async () => {
  const { services } = world;
  const caller = await world.anAccount();
  await upgrade(services, caller, {
    paymentMethodId: await world.aCard('4242424242424242'),
    productId: await world.aPlan(),
    discountCode: null,
  });
  const count = async (name: string) => (await databaseOf(services.store).collection(name).count().get()).data().count;
  const before = [await count('discounts'), await count('products'), await count('audit')];
  const silent = async (path: string, work: () => Promise<unknown>) => {
    for (let tries = 0; tries < 3; tries += 1) await world.control('fail', { status: 500, path });
    await expect(work()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  };
  await silent('/v1/coupons', () => addDiscount(services, { by: staff, input }));
  await silent('/v1/prices', () => addProduct(services, { by: staff, input: pro }));
  await silent('/v1/invoices', () => billingOverview(services, caller));
  expect([await count('discounts'), await count('products'), await count('audit')]).toEqual(before);
});

test('a code that nobody made is not changed into one', async () => {
  const change = { ...input, expiresAt: '2099-01-01T00:00:00.000Z', seen_uses_taken: 0 };
  await expect(
    updateDiscount(world.services, { by: staff, discount: { code: 'NOBODYS' }, change: DiscountChange.parse(change) }),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
});

const before = (days: number) => new Date(world.services.clock() - days * 86_400_000).toISOString();
const past: [name: string, expiresAt: () => string][] = [
  ['yesterday', () => before(1).slice(0, 10)],
  ['a minute ago', () => before(1 / 1440)],
  ['years ago', () => '2001-01-01'],
];

test.each(past)('a discount that expired %s is neither made nor becomes one, and nothing is written', async (_, expiresAt) => {
  const { services } = world;
  const code = await addDiscount(services, { by: staff, input });
  const all = async () => (await databaseOf(services.store).collection('discounts').get()).docs.map((doc) => doc.data());
  const stored = await all();
  const over = { ...input, expiresAt: expiresAt() };
  const refused = expect.objectContaining({ code: 'invalid-argument', details: [expect.objectContaining({ field: 'expiresAt' })] });
  await expect(addDiscount(services, { by: staff, input: over })).rejects.toThrow(refused);
  await expect(updateDiscount(services, { by: staff, discount: { code }, change: over })).rejects.toThrow(refused);
  expect(await all()).toEqual(stored);
});

test('a code that is over keeps its day while its description changes', async () => {
  const { services } = world;
  const code = await addDiscount(services, { by: staff, input: { ...input, expiresAt: new Date(services.clock() + 1000).toISOString() } });
  const stored = databaseOf(services.store).doc(`discounts/${code}`);
  const expiresAt = before(400);
  await stored.update({ expiresAt: new Date(expiresAt) });
  const change = { ...input, description: 'Last year', expiresAt: expiresAt.slice(0, 10) };
  await updateDiscount(services, { by: staff, discount: { code }, change });
  expect((await stored.get()).data()).toMatchObject({ description: 'Last year' });
});

test('of two staff with one code open, each change stands: a code that was switched off stays off, a percentage stays without the sum, uses are no sum of both', async () => {
  const { services } = world;
  const code = await addDiscount(services, { by: staff, input });
  const save = (change: Partial<DiscountChange>) =>
    updateDiscount(services, { by: staff, discount: { code }, change: { ...input, seen_uses_taken: 0, ...change } });
  const now = async () => (await services.store.discounts.get(code))?.data;
  await save({ is_active: false, changed: ['is_active'] });
  await save({ description: 'Ten off in May', changed: ['description'] });
  await save({ number_of_use: 9, changed: ['number_of_use'] });
  await save({ number_of_use: 9, changed: ['number_of_use'] });
  await save({ number_of_use: 5, changed: [] });
  expect(await now()).toMatchObject({ is_active: false, promotionCodeId: null, description: 'Ten off in May', number_of_use: 9 });
  await save({ percentage_value: null, fixed_value: 4, changed: ['percentage_value', 'fixed_value'] });
  await save({ percentage_value: 20, changed: ['percentage_value'] });
  expect(await now()).toMatchObject({ percentage_value: 20, fixed_value: null, description: 'Ten off in May' });
  await save({});
  expect(await now()).toMatchObject({ ...input, expiresAt: expect.anything() });
});

test('a code whose uses were given back before they were counted can be changed by what its form was shown', async () => {
  const { services } = world;
  const code = await addDiscount(services, { by: staff, input });
  await databaseOf(services.store).doc(`discounts/${code}`).update({ uses_taken: -1 });
  const change = DiscountChange.parse({ ...input, expiresAt: '2099-01-01T00:00:00.000Z', number_of_use: 7, seen_uses_taken: -1 });
  await updateDiscount(services, { by: staff, discount: { code }, change });
  expect((await services.store.discounts.get(code))?.data.number_of_use).toBe(7);
});

test('of two staff with one plan open, each change stands, here and at the provider', async () => {
  const { services } = world;
  const id = await addProduct(services, { by: staff, input: pro });
  const now = async () => (await services.store.products.get(id))?.data;
  const save = (input: ProductChange) => updateProduct(services, { by: staff, id, input });
  await save({ ...pro, price: 77, changed: ['price'] });
  const { stripePriceId } = (await now()) ?? {};
  await save({ ...pro, name: 'Renamed', mostChosen: false, changed: ['name'] });
  expect(await now()).toMatchObject({ price: 77, name: 'Renamed', tier: pro.tier, interval: pro.interval, stripePriceId });
  await save({ ...pro, recurring: false, interval: null, changed: ['recurring', 'interval'] });
  await save({ ...pro, usageLimit: 5, changed: ['usageLimit'] });
  expect(await now()).toMatchObject({ price: 77, recurring: false, interval: null, usageLimit: 5 });
});
