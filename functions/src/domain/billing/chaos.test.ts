import { expect, test } from 'vitest';
import { type BillingWorld, staff, startBillingWorld } from '../../../test/billing-world.ts';
import { act, type ChaosAccount, chaosAccount, type ChaosOffer } from '../../../test/chaos-actions.ts';
import { compareWithProvider, compareCodes } from '../../../test/chaos-oracle.ts';
import { numbers } from '../../../test/numbers.ts';
import { addDiscount } from './save-discount.ts';
import { reconcile } from './reconcile.ts';

/** BEDPLATE_CHAOS=2000 is the long run, BEDPLATE_SEED names another one. */
const sequences = Number(process.env.BEDPLATE_CHAOS ?? 8);
const seed = Number(process.env.BEDPLATE_SEED ?? 1);
/** Accounts that share a database, a provider and its clock, and work at the same time. */
const crowd = 40;
const rounds = 6;
const usesOfCode = 1000;
/** Longer than all that a crowd's clock is moved. */
const days = 4000;

const crowds = Array.from({ length: Math.ceil(sequences / crowd) }, (_, at) => ({
  at,
  size: Math.min(crowd, sequences - at * crowd),
}));

test.concurrent.each(crowds)(
  'chaos $at: $size accounts under a bad network end as the provider says',
  { timeout: 600_000 },
  async ({ at, size }) => {
    const world = await startBillingWorld();
    try {
      const offer = await anOffer(world);
      const accounts = await Promise.all(Array.from({ length: size }, (_, i) => chaosAccount(world, seed * 1_000_000 + at * crowd + i)));
      await live(world, offer, accounts, numbers(seed + at));
      await world.control('deliveries', {});
      await world.settled();
      expect(await reconcile(world.services, { days })).toMatchObject({ failures: 0 });
      expect(await reconcile(world.services, { days })).toMatchObject({
        repairedAccounts: 0,
        repairedPayments: 0,
        recoveredEvents: 0,
        failures: 0,
      });
      for (const account of accounts) await compareWithProvider(world, offer, account);
      await compareCodes(world, offer, usesOfCode);
    } finally {
      await world.settled();
      await world.stop();
    }
  },
);

/** All accounts act at once. Then time passes, while earlier events are under way, held back, doubled or lost. */
async function live(world: BillingWorld, offer: ChaosOffer, accounts: ChaosAccount[], random: () => number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const hold = random() < 0.25;
    await world.control('deliveries', { hold, drop: 0.3, duplicate: 0.3, delayMs: 20, seed: Math.floor(random() * 1e9) });
    const held = world.control('deliveries/flush', { shuffle: true });
    await Promise.all([held, ...accounts.map((account) => act(world, { offer, account, wanted: round === 0 ? 'upgrade' : null }))]);
    await world.control('clock', { seconds: random() < 0.5 ? 60 : Math.floor(random() * 20 * 86_400) });
  }
  await world.control('deliveries/flush', { shuffle: true });
}

async function anOffer(world: BillingWorld): Promise<ChaosOffer> {
  const plans = [
    { name: 'Pro', tier: 'pro', price: 20, usageLimit: 100_000, interval: 'month' },
    { name: 'Scale', tier: 'scale', price: 50, usageLimit: 500_000, interval: 'month' },
    { name: 'Yearly', tier: 'pro', price: 150, usageLimit: 200_000, interval: 'year' },
  ] as const;
  const ids = [];
  for (const plan of plans) ids.push({ ...plan, id: await world.aPlan(plan) });
  const code = await addDiscount(world.services, {
    by: staff,
    input: {
      description: 'Spring',
      percentage_value: 25,
      fixed_value: null,
      number_of_use: usesOfCode,
      expiresAt: '2099-01-01',
      is_active: true,
    },
  });
  return { plans: ids, code };
}
