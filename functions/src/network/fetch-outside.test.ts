import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProvider } from '@bedplate/local-oidc';
import { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } from 'openid-client';
import { expect, test, vi } from 'vitest';
import { fetchOutside } from './fetch-outside.ts';

test('a provider on this machine is reached where loopback is allowed, and only there', async () => {
  const provider = await startProvider({ port: 0 });
  const found = (allowLoopback: boolean) =>
    discovery(new URL(provider.issuer), 'shop', 'secret', undefined, {
      [customFetch]: fetchOutside({ allowLoopback }) as typeof fetch,
      execute: [allowInsecureRequests, enableNonRepudiationChecks],
    });
  expect((await found(true)).serverMetadata().issuer).toBe(provider.issuer);
  await expect(found(false)).rejects.toMatchObject({ cause: { code: 'invalid-argument' } });
  await provider.stop();
});

test('an answer without an end is not read into memory', async () => {
  let sent = 0;
  const server = createServer((_, res) => {
    const more = () => {
      if (res.destroyed || sent > 64 * 1024 * 1024) return void res.end();
      sent += 65_536;
      res.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await expect(fetchOutside({ allowLoopback: true })(`http://127.0.0.1:${port}/`)).rejects.toThrow('longer than 1048576 bytes');
  expect(sent).toBeLessThan(32 * 1024 * 1024);
  server.close();
  server.closeAllConnections();
});

test('a machine that says nothing is left after ten seconds', async () => {
  const { timeout } = AbortSignal;
  const hurried = vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => timeout.call(AbortSignal, millis / 100));
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await expect(fetchOutside({ allowLoopback: true })(`http://127.0.0.1:${port}/`)).rejects.toThrow('timeout');
  expect(hurried).toHaveBeenCalledExactlyOnceWith(10_000);
  server.close();
  server.closeAllConnections();
});

test('a caller who gives up waits no longer, and the connection ends', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const controller = new AbortController();
  const answer = fetchOutside({ allowLoopback: true })(`http://127.0.0.1:${port}/`, { signal: controller.signal });
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const closed = once(response, 'close');
  controller.abort(new Error('late'));
  await expect(answer).rejects.toThrow('late');
  await closed;
  server.close();
});

test('a caller who has given up before is not served', async () => {
  const signal = AbortSignal.abort(new Error('late'));
  await expect(fetchOutside({ allowLoopback: true })('http://localhost:9/', { signal })).rejects.toThrow('late');
});

test.each([
  'http://169.254.169.254/latest',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'http://example.com/',
  'file:///etc/passwd',
])('%s is not reached', async (address) => {
  await expect(fetchOutside({ allowLoopback: false })(address)).rejects.toMatchObject({ code: 'invalid-argument' });
});

test.each(['10.0.0.1', '169.254.169.254', 'fd00::1'])('where loopback is allowed, %s is not reached all the same', async (address) => {
  const outside = fetchOutside({ allowLoopback: true, resolve: async () => [address] });
  await expect(outside('https://shop.example.com/hook')).rejects.toThrow('This address is not reached from here.');
});

test.each([[['127.0.0.1']], [['169.254.169.254']], [['93.184.215.14', '10.0.0.1']], [['::1']], [['fd00::1']], [[]]])(
  'a public name that leads to %j is not reached',
  async (addresses) => {
    const outside = fetchOutside({ allowLoopback: false, resolve: async () => addresses });
    await expect(outside('https://shop.example.com/hook')).rejects.toThrow('This address is not reached from here.');
  },
);
