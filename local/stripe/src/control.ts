import { advance } from './billing/advance.ts';
import { decideDispute, dispute } from './billing/dispute.ts';
import { failRefund } from './billing/fail-refund.ts';
import { invalid } from './state/failure.ts';
import { type State, straight } from './state/state.ts';
import { attempt } from './state/webhooks.ts';

/**
 * Requests that only tests make, as JSON:
 * - POST clock {seconds}: moves the time ahead and does what becomes due
 * - POST deliveries {hold, drop, duplicate, delayMs, seed}: how webhooks travel from now on; POST deliveries/flush sends what was held,
 *   in another order when `shuffle`; GET deliveries lists them; POST resend {event} sends one again; POST settled waits until none is under way
 * - POST fail {status, path, afterwards}: the next call answers so (0 breaks the connection), before or after its work is done
 * - POST dispute {charge}: its holder disputes a payment; POST dispute/decide {dispute, won}: so does the bank decide
 * - POST refund/fail {refund}: the holder's bank could not take the money back
 * - GET snapshot: everything
 */
export async function controlRoutes(state: State, { method, url, body }: { method: string; url: URL; body: string }): Promise<object> {
  const given = (body ? JSON.parse(body) : {}) as Record<string, unknown>; // a test's own words
  switch (`${method} ${url.pathname}`) {
    case 'POST /_control/clock':
      state.ahead += Number(given.seconds ?? 0);
      for (const clock of state.testClocks.all()) clock.frozen_time += Number(given.seconds ?? 0);
      advance(state);
      return { now: state.now() };
    case 'POST /_control/deliveries':
      state.deliveryMode = { ...straight, ...given, random: typeof given.seed === 'number' ? seeded(given.seed) : Math.random };
      return { done: true };
    case 'POST /_control/deliveries/flush':
      return flush(state, given.shuffle === true);
    case 'POST /_control/settled':
      return settled(state);
    case 'GET /_control/deliveries':
      return { data: state.deliveries };
    case 'POST /_control/resend': {
      const found = state.deliveries.filter(({ event }) => event === given.event);
      await Promise.all(found.map((delivery) => attempt(state, delivery)));
      return { sent: found.length };
    }
    case 'POST /_control/fail':
      state.failures.push({
        status: Number(given.status ?? 500),
        ...(typeof given.path === 'string' ? { path: given.path } : {}),
        afterwards: given.afterwards === true,
      });
      return { done: true };
    case 'POST /_control/dispute':
      return dispute(state, state.charges.get(String(given.charge)));
    case 'POST /_control/dispute/decide':
      return decideDispute(state, state.disputes.get(String(given.dispute)), given.won === true ? 'won' : 'lost');
    case 'POST /_control/refund/fail':
      return failRefund(state, state.refunds.get(String(given.refund)));
    case 'GET /_control/snapshot':
      return snapshot(state);
    default:
      throw invalid(`No such control: ${method} ${url.pathname}`, { status: 404 });
  }
}

async function flush(state: State, shuffle: boolean): Promise<object> {
  const held = state.deliveries.filter((delivery) => delivery.state === 'held');
  if (shuffle) held.sort(() => state.deliveryMode.random() - 0.5);
  for (const delivery of held) await attempt(state, delivery);
  return { sent: held.length };
}

async function settled(state: State): Promise<object> {
  const end = Date.now() + 30_000;
  while (state.deliveries.some((delivery) => delivery.state === 'waiting') && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { waiting: state.deliveries.filter((delivery) => delivery.state === 'waiting').length };
}

function snapshot(state: State): object {
  const { customers, paymentMethods, subscriptions, invoices, paymentIntents, charges, refunds, events, products, prices } = state;
  const tables = { customers, paymentMethods, subscriptions, invoices, paymentIntents, charges, refunds, events, products, prices };
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.all()]));
}

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
