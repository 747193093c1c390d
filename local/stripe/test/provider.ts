import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import { startStripe } from '../src/start-stripe.ts';
import { createResponseCheck } from './check-responses.ts';

/** A payment provider for the contract: the stand-in, or the vendor's own sandbox. */
export interface Provider {
  stripe: Stripe;
  /** The differences of answers and events from the SDK's types. */
  problems: ReadonlySet<string>;
  /** Kinds of objects that were compared. */
  seen: ReadonlySet<string>;
  /** Of names that must be new. */
  unique: string;
  /** Milliseconds between two looks at something that takes time there. */
  pause: number;
  /** Compares the events as well, where all of them are at hand. */
  lookAtEvents(): void;
  stop(): Promise<void>;
}

export async function standIn(): Promise<Provider> {
  const server = await startStripe({ port: 0 });
  const checked = checkedClient();
  const stripe = new Stripe('sk_test_123', {
    host: '127.0.0.1',
    port: server.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: checked.client,
  });
  return {
    stripe,
    ...checked,
    ...common(),
    pause: 1,
    lookAtEvents: () => {
      for (const event of server.state.events.all()) checked.look(JSON.parse(JSON.stringify(event)), event.type);
    },
    stop: () => server.stop(),
  };
}

/** @param key of a sandbox, sk_test_…: never one that can move money */
export async function sandbox(key: string): Promise<Provider> {
  if (!/^(sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_KEY must be a key of a sandbox.');
  const checked = checkedClient();
  const stripe = new Stripe(key, { telemetry: false, maxNetworkRetries: 3, httpClient: checked.client });
  return { stripe, ...checked, ...common(), pause: 1000, lookAtEvents: () => {}, stop: () => Promise.resolve() };
}

function common() {
  return { unique: randomBytes(5).toString('hex').toUpperCase() };
}

/** Looks at every answer on its way to the SDK. */
function checkedClient() {
  const check = createResponseCheck();
  const problems = new Set<string>();
  const look = (body: unknown, where: string) => {
    for (const problem of check.problems(body)) problems.add(`${where} → ${problem}`);
  };
  const client = Stripe.createFetchHttpClient(async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.text();
    look(JSON.parse(text), `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    return new Response(text, { status: response.status, headers: response.headers });
  });
  return { client, problems, seen: check.seen, look };
}
