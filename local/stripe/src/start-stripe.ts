import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { advance } from './billing/advance.ts';
import { stripeHandler } from './serve.ts';
import { keepInFile } from './state/saved-state.ts';
import { addEndpoint } from './resources/events.ts';
import { State } from './state/state.ts';

export interface StripeOptions {
  /** 0 takes a free one. */
  readonly port?: number;
  /** Gets every event, signed with `webhookSecret`. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** Keeps the state; in memory only without. */
  readonly file?: string;
}

export interface RunningStripe {
  readonly url: string;
  readonly port: number;
  readonly state: State;
  stop(): Promise<void>;
}

/** How often what has become due is done, in milliseconds. */
const beat = 30_000;

/** Stripe's API as far as the product uses it, on the loopback interface and for test keys only. */
export async function startStripe({
  port = 12111,
  webhookUrl,
  webhookSecret = 'whsec_local',
  file,
}: StripeOptions = {}): Promise<RunningStripe> {
  const state = new State();
  const finish = file ? keepInFile(state, file) : () => {};
  if (webhookUrl) addEndpoint(state, { url: webhookUrl, events: ['*'], secret: webhookSecret });
  const server = createServer(stripeHandler(state));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => advance(state), beat);
  timer.unref();
  const taken = (server.address() as AddressInfo).port; // a TCP server has a port
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    state,
    stop: async () => {
      clearInterval(timer);
      finish();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
