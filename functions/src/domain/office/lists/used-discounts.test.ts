import { afterAll, expect, test } from 'vitest';
import { startBillingWorld } from '../../../../test/billing-world.ts';
import { staff } from '../../../../test/office-world.ts';
import { addDiscount } from '../../billing/save-discount.ts';
import { listPage } from './list-page.ts';
import { usedDiscounts } from './products.ts';
import { subscriptions } from './subscriptions.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

const first = { page: 1, limit: 10, sortOrder: 'DESC' } as const;

// Covers S2-2.q-10, S2-2.q-09
test('a promo code of a paid upgrade becomes a row of the used discounts; a declined card leaves none', async () => {
  const caller = await world.anAccount('Paula Payer');
  const productId = await world.aPlan();
  const input = { description: 'Ten off', percentage_value: 10, number_of_use: 5, expiresAt: '2099-01-01', is_active: true };
  const discountCode = await addDiscount(world.services, { by: staff, input });
  const buy = async (card: string) => world.buy(caller, productId, { card, discountCode });
  const used = async () => (await listPage(world.services, usedDiscounts, { caller: staff, query: first })).data;
  await expect(buy('4000000000000002')).rejects.toMatchObject({ code: 'payment-failed' });
  expect(await used()).toEqual([]);
  await buy('4242424242424242');
  expect(await used()).toEqual([
    {
      id: `${discountCode}_${caller.tenantId}`,
      discount_id: discountCode,
      user_id: caller.uid,
      discount: { code: discountCode },
      user: { name: 'Paula Payer' },
      tenantId: caller.tenantId,
      createdAt: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  const { data } = await listPage(world.services, subscriptions, { caller: staff, query: { ...first, search: 'aula pay' } });
  expect(data).toMatchObject([{ user: { name: 'Paula Payer' }, product: { name: 'Pro' }, subscriptionStatus: 'subscribed', paid: true }]);
});
