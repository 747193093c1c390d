import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { usualSettings } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { createServices, type Services } from './services/services.ts';

// what /app/config reads
const config = {
  webApiKey: 'key',
  projectId: 'demo-app',
  storageBucket: 'bucket',
  googleClientId: '',
  stripe: { publishableKey: 'pk_live_1', apiBase: null },
  emulators: null,
} as unknown as Services['config'];
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createApp(createServices({ config, platform: { settings: async () => usualSettings, close: () => {} } })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo); // a TCP server
});
afterAll(() => server.close());

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

test('every answer names its request, is never stored, framed or sniffed, and does not name the server software', async () => {
  for (const path of ['/app/health', '/app/nope', '/app/projects', '/nope']) {
    const { headers } = await get(path);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.get('x-powered-by')).toBeNull();
  }
});

test.each(['/app/nope', '/app/HEALTH', '/APP/health', '/app/health/x', '/nope'])(
  'at %s is nothing, which is told in JSON',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ success: false, error: expect.any(Object) })]);
  },
);

test('in production the configuration names no emulator', async () => {
  expect(await (await get('/app/config')).json()).toEqual({
    success: true,
    data: {
      firebase: { apiKey: 'key', projectId: 'demo-app', authDomain: 'demo-app.firebaseapp.com', storageBucket: 'bucket' },
      googleClientId: '',
      stripePublishableKey: 'pk_live_1',
      stripeScript: null,
      platform: { maintenance: null, off: [] },
      emulators: null,
    },
  });
});

test.each(['/app/nope', '/api/superadmin/nope'])(
  'who chooses addresses for %s from a machine of Google is limited by that machine',
  async (path) => {
    const statuses = new Map<number, number>();
    // On a busy machine the limit fills up again meanwhile: it takes more rounds than its 1,200 calls a minute.
    for (let round = 0; round < 100 && !statuses.has(429); round += 1)
      await Promise.all(
        Array.from({ length: 100 }, async (_, i) => {
          const chosen = `198.51.${round}.${i}`;
          const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
            method: 'POST',
            headers: { 'x-forwarded-for': `${chosen},34.120.1.${path.length}`, 'fastly-client-ip': chosen },
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      );
    expect(statuses.has(429)).toBe(true);
    const elsewhere = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(elsewhere.status).toBe(404);
  },
);

test('a caller that hangs up in the middle of a body disturbs nobody', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /app/authentication/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email"',
  );
  await once(server, 'request');
  socket.destroy();
  expect((await get('/app/health')).status).toBe(200);
});
