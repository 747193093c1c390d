import { randomUUID } from 'node:crypto';
import type { Tier } from '@bedplate/contract';
import type { Caller } from '../src/domain/callers/caller.ts';
import { cancelSubscription, resumeSubscription } from '../src/domain/billing/cancel.ts';
import { changeCard } from '../src/domain/billing/change-card.ts';
import { purchaseCredits } from '../src/domain/billing/purchase-credits.ts';
import { upgrade } from '../src/domain/billing/upgrade.ts';
import type { BillingWorld } from './billing-world.ts';
import { asApiError } from '../src/http/error-responder.ts';
import { numbers } from './numbers.ts';

export interface ChaosOffer {
  plans: { id: string; name: string; tier: Tier; usageLimit: number }[];
  /** A promo code that all may use. */
  code: string;
}

/** An account with its own dice, and what it did so far: what a failure prints. */
export interface ChaosAccount {
  caller: Caller;
  random: () => number;
  story: string[];
}

const actions = ['upgrade', 'cancel', 'undo', 'card', 'credits', 'refund', 'wait'] as const;
type Action = (typeof actions)[number];

/** Mostly cards that pay; one that fails when it is charged, and two whose bank asks for the holder. */
const cards = [
  '4242424242424242',
  '4242424242424242',
  '5555555555554444',
  '4000000000000341',
  '4000000000000002',
  '4000002760003184',
  '4000002500003155',
];

export async function chaosAccount(world: BillingWorld, seed: number): Promise<ChaosAccount> {
  return { caller: await world.anAccount(`Seed ${seed}`), random: numbers(seed), story: [] };
}

/** One thing that a person does, on a network that fails at times. A person may be refused; the product itself must not break. */
export async function act(
  world: BillingWorld,
  { offer, account, wanted }: { offer: ChaosOffer; account: ChaosAccount; wanted: Action | null },
): Promise<void> {
  const { random, story } = account;
  const action = wanted ?? pick(random, actions);
  if (random() < 0.15) await world.control('fail', { status: pick(random, [500, 0]), afterwards: random() < 0.5 });
  try {
    const what = await perform(world, { offer, account, action });
    story.push(`${action}: ${what}`);
  } catch (error) {
    story.push(`${action}: ${String(error)}`);
    if (!isRefusal(error)) throw new Error(`${account.caller.name}: ${story.join('; ')}`, { cause: error });
  }
}

async function perform(
  world: BillingWorld,
  { offer, account: { caller, random }, action }: { offer: ChaosOffer; account: ChaosAccount; action: Action },
): Promise<string> {
  const { services } = world;
  const card = () => asked(world.aCard(pick(random, cards)));
  switch (action) {
    case 'upgrade': {
      const discountCode = random() < 0.2 ? offer.code : null;
      const order = { paymentMethodId: await card(), productId: pick(random, offer.plans).id, discountCode };
      const { status, clientSecret } = await upgrade(services, caller, order);
      if (clientSecret && random() < 0.7) await asked(world.authenticate(clientSecret, random() < 0.7));
      return status;
    }
    case 'cancel':
      return cancelSubscription(services, caller).then(() => 'done');
    case 'undo':
      return resumeSubscription(services, caller).then(() => 'done');
    case 'card': {
      const order = { paymentMethodId: await card(), subscriptionId: (await world.billing(caller))?.subscriptionId ?? '' };
      const { clientSecret } = await changeCard(services, caller, order);
      if (!clientSecret) return 'changed';
      await asked(world.authenticate(clientSecret, random() < 0.7));
      return (await changeCard(services, caller, order)).message;
    }
    case 'credits': {
      const key = randomUUID();
      const amount = 1 + Math.floor(random() * 20);
      const both = await Promise.allSettled([
        purchaseCredits(services, { caller, amount, key }),
        purchaseCredits(services, { caller, amount, key }),
      ]);
      for (const result of both) if (result.status === 'rejected' && !isRefusal(result.reason)) throw result.reason;
      return `${amount} ${both.map(({ status }) => status).join(' and ')}`;
    }
    case 'refund': {
      const customerId = (await world.billing(caller))?.customerId;
      const charge = world.provider.state.charges.all().findLast(({ customer, refunded }) => customer === customerId && !refunded);
      if (!charge) return 'nothing';
      const amount = Math.max(1, Math.floor((charge.amount - charge.amount_refunded) * random()));
      return (await asked(services.stripe.refunds.create({ charge: charge.id, amount }))).id;
    }
    default:
      return 'done';
  }
}

/** The product answers with a plain refusal; what the test itself asks the provider may meet the failure that was asked for. */
function isRefusal(error: unknown): boolean {
  return error instanceof AskedFor || [400, 402, 404, 409, 503].includes(asApiError(error).status);
}

class AskedFor extends Error {}

/** A step of the browser or of the provider's staff, outside the product. */
function asked<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new AskedFor(String(cause), { cause });
  });
}

/** From a list that is never empty. */
function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}
