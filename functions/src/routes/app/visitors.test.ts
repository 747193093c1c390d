import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { visitsPerMinute } from '../../domain/visits/visit-limit.ts';
import { errorResponder } from '../../http/error-responder.ts';
import { createServices, type Services } from '../../services/services.ts';
import { trackingRoutes } from './visitors.ts';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** The call alone; a stored view is counted instead of written. */
async function track() {
  let stored = 0;
  const store = {
    in: () => ({ get: async () => null }),
    // The views; their day's counters are one write for several.
    commit: async (writes: readonly { path: string }[]) =>
      void (stored += writes.filter(({ path }) => path.startsWith('pageVisits/')).length),
  } as unknown as Services['store']; // what a view touches
  const config = { tokenPepper: 'pepper', emulators: null } as unknown as Services['config'];
  const server = express()
    .use('/api', trackingRoutes(createServices({ store, config, clock: () => 60_000 * 1000 })), errorResponder)
    .listen(0, '127.0.0.1');
  open.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server
  const send = (address: string) =>
    fetch(`http://127.0.0.1:${port}/api/superadmin/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{"path":"/about"}',
    });
  return { send, stored: () => stored };
}

// Covers S0-7-12
test('a flood from one address is answered 429 with when to come back, is not stored, and troubles no other address', async () => {
  const { send, stored } = await track();
  const flood = async (count: number) => Promise.all(Array.from({ length: count }, () => send('203.0.113.9')));
  const answers: Response[] = [];
  for (let sent = 0; sent < visitsPerMinute + 20; sent += 155) answers.push(...(await flood(155)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(visitsPerMinute);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(20);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toMatchObject({ success: false, error: { code: 'too-many-requests' } });
  expect(stored()).toBe(visitsPerMinute);
  expect((await send('203.0.113.10')).status).toBe(200);
});
