import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../accounts/caller.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import { cancelSubscription, resumeSubscription } from './cancel.ts';
import { changeCard } from './change-card.ts';
import { currentOf, planState } from './plan-state.ts';
import { purchaseCredits } from './purchase-credits.ts';
import { reconcile } from './reconcile.ts';
import { upgrade } from './upgrade.ts';

/** BEDPLATE_CHAOS=2000 is the long run. */
const sequences = Number(process.env.BEDPLATE_CHAOS ?? 8);
const seed = Number(process.env.BEDPLATE_SEED ?? 1);

let world: BillingWorld;
let plans: string[];
beforeAll(async () => {
  world = await startBillingWorld();
  plans = [
    await world.aPlan(),
    await world.aPlan({ name: 'Scale', tier: 'scale', price: 50 }),
    await world.aPlan({ name: 'Yearly', interval: 'year', price: 150 }),
  ];
}, 60_000);
afterAll(() => world.stop());

test(`after ${sequences} random sequences under a bad network, every account is what the provider says`, {
  timeout: 60_000 + sequences * 20_000,
}, async () => {
  const random = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // lists here are never empty
  const cards = ['4242424242424242', '4242424242424242', '5555555555554444', '4000000000000341', '4000002760003184', '4000002500003155'];
  const callers: Caller[] = [];
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    await world.control('deliveries', { drop: 0.3, duplicate: 0.3, delayMs: 20, seed: seed + sequence });
    const caller = await world.anAccount();
    callers.push(caller);
    for (let step = 0; step < 6; step += 1) await once(caller, step === 0 ? 'upgrade' : pick(actions)).catch(expectRefusal);
  }
  await world.control('deliveries', {});
  await world.settled();
  expect(await reconcile(world.services, 4000)).toMatchObject({ failures: 0 });
  expect(await reconcile(world.services, 4000)).toMatchObject({
    repairedAccounts: 0,
    repairedPayments: 0,
    recoveredEvents: 0,
    failures: 0,
  });
  for (const caller of callers) await compare(caller);

  async function once(caller: Caller, action: (typeof actions)[number]): Promise<void> {
    const { services } = world;
    if (random() < 0.15) await world.control('fail', { status: pick([500, 0]), afterwards: random() < 0.5 });
    if (action === 'upgrade') {
      const answer = await upgrade(services, caller, {
        paymentMethodId: await world.aCard(pick(cards)),
        productId: pick(plans),
        discountCode: null,
      });
      if (answer.clientSecret && random() < 0.7) await world.authenticate(answer.clientSecret, random() < 0.7);
    } else if (action === 'cancel') await cancelSubscription(services, caller);
    else if (action === 'undo') await resumeSubscription(services, caller);
    else if (action === 'card') {
      const subscriptionId = (await billingOf(caller))?.subscriptionId;
      await changeCard(services, caller, { paymentMethodId: await world.aCard(pick(cards)), subscriptionId: subscriptionId ?? '' });
    } else if (action === 'credits') {
      const key = randomUUID();
      const amount = 1 + Math.floor(random() * 20);
      await Promise.allSettled([purchaseCredits(services, caller, amount, key), purchaseCredits(services, caller, amount, key)]);
    } else if (action === 'refund') {
      const customerId = (await billingOf(caller))?.customerId;
      const charge = world.provider.state.charges.all().findLast(({ customer, refunded }) => customer === customerId && !refunded);
      if (charge) await services.stripe.refunds.create({ charge: charge.id, amount: Math.max(1, Math.floor(charge.amount * random())) });
    } else await world.control('clock', { seconds: Math.floor(random() * 20 * 86_400) });
  }
});

const actions = ['upgrade', 'cancel', 'undo', 'card', 'credits', 'refund', 'time'] as const;

/** Nothing before the account's first order. */
function billingOf(caller: Caller): Promise<BillingDocument | undefined> {
  return world.billing(caller);
}

/** A person may be refused; the product itself must not break. */
function expectRefusal(error: unknown): void {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  const isAskedFor = error instanceof Error && /asked for|fetch failed|connection|ECONN|socket/i.test(error.message);
  if (!isAskedFor && ![400, 402, 404, 409, 503].includes(status)) throw error;
}

async function compare(caller: Caller): Promise<void> {
  const [billing, tenant] = [await billingOf(caller), await world.tenant(caller)];
  const { state } = world.provider;
  const own = <T extends { customer: unknown }>(rows: T[]) =>
    rows.filter(({ customer }) => customer !== null && customer === billing?.customerId);
  const subscriptions = own(state.subscriptions.all());
  expect(subscriptions.filter(({ status }) => ['active', 'past_due', 'trialing'].includes(status)).length).toBeLessThanOrEqual(1);
  const truth = planState(currentOf(subscriptions), world.services.clock());
  expect(tenant.plan).toMatchObject({ isActive: truth.isActive, status: truth.status });
  const paid = own(state.paymentIntents.all()).filter(({ metadata, status }) => metadata.kind === 'credits' && status === 'succeeded');
  const kept = paid.map(({ amount, latest_charge: charge, metadata }) => {
    const back = state.charges.find(String(charge))?.amount_refunded ?? 0;
    return Number(metadata.credits) - Math.round((Number(metadata.credits) * back) / amount);
  });
  expect(tenant.extraCredits ?? 0).toBe(kept.reduce((sum, credits) => sum + credits, 0));
}

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
function numbers(start: number): () => number {
  let at = start >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
