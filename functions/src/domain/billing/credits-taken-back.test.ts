import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { applyCreditPayment } from './apply-credit-payment.ts';
import { billingOverview } from './billing-overview.ts';
import { purchaseCredits } from './purchase-credits.ts';
import { reconcile } from './reconcile.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());
const plan = await world.aPlan();

/** An account that bought credits for 10 dollars. */
async function aBuyer() {
  const caller = await world.anAccount();
  await world.buy(caller, plan);
  await purchaseCredits(world.services, { caller, amount: 10, key: randomUUID() });
  const charge = (await world.chargesOf(caller)).find(({ amount }) => amount === 1000);
  return { caller, charge: charge?.id ?? '', payment: String(charge?.payment_intent) };
}

const creditsOf = async (caller: Caller) => {
  const ledger = await databaseOf(world.services.store).collection('creditLedger').where('tenantId', '==', caller.tenantId).get();
  const sum = ledger.docs.reduce((total, row) => total + Number(row.get('credits')), 0);
  const { extraCredits } = await world.tenant(caller);
  expect(sum).toBe(extraCredits);
  return extraCredits;
};
const disputed = async (charge: string) => {
  await world.control('dispute', { charge });
  await world.settled();
  return world.provider.state.disputes.all().find((row) => row.charge === charge)?.id ?? '';
};
const decided = async (dispute: string, won: boolean) => {
  await world.control('dispute/decide', { dispute, won });
  await world.settled();
};
const refunded = async (charge: string, amount: number) => {
  await world.services.stripe.refunds.create({ charge, amount });
  await world.settled();
};

test.each([
  [true, 20_000],
  [false, 0],
])('a dispute takes the credits until it is decided; won: %s leaves %i', async (won, left) => {
  const { caller, charge } = await aBuyer();
  const dispute = await disputed(charge);
  expect(await creditsOf(caller)).toBe(0);
  await decided(dispute, won);
  expect(await creditsOf(caller)).toBe(left);
  await reconcile(world.services);
  expect(await creditsOf(caller)).toBe(left);
});

test('a refund that fails later gives the credits back, and its row says so', async () => {
  const { caller, charge } = await aBuyer();
  const statusOf = async () => (await billingOverview(world.services, caller)).invoices.find(({ amount }) => amount === 1000)?.status;
  expect(await statusOf()).toBe('paid');
  await refunded(charge, 400);
  expect([await creditsOf(caller), await statusOf()]).toEqual([12_000, 'partly-refunded']);
  await refunded(charge, 600);
  expect([await creditsOf(caller), await statusOf()]).toEqual([0, 'refunded']);
  const larger = world.provider.state.refunds.all().find((row) => row.charge === charge && row.amount === 600);
  await world.control('refund/fail', { refund: larger?.id });
  await world.settled();
  expect([await creditsOf(caller), await statusOf()]).toEqual([12_000, 'partly-refunded']);
});

test('a plan’s payment that was refunded says so, and the plan goes on', async () => {
  const caller = await world.anAccount();
  await world.buy(caller, plan);
  const shown = async () => {
    const { invoices, isActive } = await billingOverview(world.services, caller);
    return [invoices.map(({ status }) => status), isActive];
  };
  expect(await shown()).toEqual([['paid'], true]);
  const charge = (await world.chargesOf(caller))[0]?.id ?? '';
  await refunded(charge, 500);
  expect(await shown()).toEqual([['partly-refunded'], true]);
  await refunded(charge, 1500);
  expect(await shown()).toEqual([['refunded'], true]);
});

test('what was refunded before a dispute is not taken twice, and stays taken when it is won', async () => {
  const { caller, charge } = await aBuyer();
  await refunded(charge, 400);
  const dispute = await disputed(charge);
  expect(await creditsOf(caller)).toBe(0);
  await decided(dispute, true);
  expect(await creditsOf(caller)).toBe(12_000);
});

test('a dispute that is only asked about takes nothing', async () => {
  const { caller, charge, payment } = await aBuyer();
  const dispute = await disputed(charge);
  Object.assign(world.provider.state.disputes.get(dispute), { status: 'warning_needs_response' });
  await applyCreditPayment(world.services, payment);
  expect(await creditsOf(caller)).toBe(20_000);
});

test('credits that were used before their refund are owed: the next purchase pays for them first', async () => {
  const { caller, charge } = await aBuyer();
  await databaseOf(world.services.store).doc(`tenants/${caller.tenantId}`).update({ extraCredits: 3000 }); // 17,000 were used
  await refunded(charge, 1000);
  expect((await world.tenant(caller)).extraCredits).toBe(-17_000);
  await purchaseCredits(world.services, { caller, amount: 10, key: randomUUID() });
  expect((await world.tenant(caller)).extraCredits).toBe(3000);
});

test('of two looks at once, the one that saw less does not give back what the other one took', async () => {
  const { caller, charge, payment } = await aBuyer();
  await world.control('deliveries', { drop: 1 });
  const { paymentIntents } = world.services.stripe;
  const retrieve = paymentIntents.retrieve.bind(paymentIntents);
  vi.spyOn(paymentIntents, 'retrieve').mockImplementationOnce((async (...given: Parameters<typeof retrieve>) => {
    const early = await retrieve(...given);
    await world.services.stripe.refunds.create({ charge, amount: 400 });
    await applyCreditPayment(world.services, payment);
    return early;
  }) as typeof retrieve);
  await applyCreditPayment(world.services, payment);
  await world.control('deliveries', {});
  expect(await creditsOf(caller)).toBe(12_000);
});
