import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { Connections } from './connections.ts';
import { createTransport, StaleConnection, UnknownFate } from './transport.ts';

/** For "localhost" in this test, which alone trusts it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggeJVDwAQSm9QmSQT
vI2iWnC4EBiCaKyPd703jLTMP0qhRANCAASdC9RGrh8YZpKXtVAN67OiqVIXf2Sf
M7D/bWMVVKes8ZS1No+43JR5MFwmhAndJ1KTbgVQfEot13zFQYYlQF/D
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUbHYx5rkkqaCw7rLpSD7bijZUye8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTAyMzI0MloYDzIxMjYxMTAx
MDIzMjQyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASdC9RGrh8YZpKXtVAN67OiqVIXf2SfM7D/bWMVVKes8ZS1No+43JR5
MFwmhAndJ1KTbgVQfEot13zFQYYlQF/Do2kwZzAdBgNVHQ4EFgQUgdUDZtlKgblT
OBluwU4ZNBuHndMwHwYDVR0jBBgwFoAUgdUDZtlKgblTOBluwU4ZNBuHndMwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhANA7Y1cZk3Icwi1u7lS8mZ7rF8NzeKtcOebHUHFLELEkAiBmNKeGiM6t
j1YxgvUaL+DcApflcY3qdIvFzfBtIC2n+w==
-----END CERTIFICATE-----`;

/** A server that would rather speak HTTP/2, as Google's does. */
const server = createSecureServer({ key, cert, allowHTTP1: true });
afterAll(() => void server.close());

async function secured(answer: (nth: number) => boolean) {
  setDefaultCACertificates([cert]);
  let asked = 0;
  server.removeAllListeners('request').on('request', (request, response) => {
    asked += 1;
    if (answer(asked)) response.end(JSON.stringify({ version: request.httpVersion }));
    else request.socket.destroy();
  });
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  return createTransport(`https://localhost:${(server.address() as AddressInfo).port}`, () => Promise.resolve('a token'));
}

test('a connection speaks HTTP/1.1, also when the server offers HTTP/2', async () => {
  const transport = await secured(() => true);
  expect(await transport.send('POST', 'a', { body: '{}', repeat: false })).toEqual({ version: '1.1' });
});

test('a broken secure connection shows whether it had been used before', async () => {
  const fresh = await secured(() => false);
  const first = await fresh.send('POST', 'a', { body: '{}', repeat: false }).catch((error: unknown) => error);
  const used = await secured((nth) => nth === 1);
  await used.send('POST', 'a', { body: '{}', repeat: false });
  const second = await used.send('POST', 'a', { body: '{}', repeat: false }).catch((error: unknown) => error);
  expect([first, second].map((error) => (error as Error).constructor)).toEqual([UnknownFate, StaleConnection]);
});

test('a connection is used again as soon as its answer is there, and there are no more than 256', async () => {
  const sockets = new Set<unknown>();
  const plain = createServer((request, response) => {
    sockets.add(request.socket);
    setTimeout(() => response.end('{}'), 5);
  });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const connections = new Connections(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`, 20_000, 60_000);
  const exchange = () => connections.exchange({ method: 'POST', path: '/', headers: {}, body: '{}' });
  const opened: number[] = [];
  for (const [together, times] of [
    [1, 5],
    [16, 5],
    [300, 2],
  ] as const) {
    for (let i = 0; i < times; i += 1) await Promise.all(Array.from({ length: together }, exchange));
    opened.push(sockets.size);
  }
  expect(opened).toEqual([1, 16, 256]);
  connections.close();
  plain.close();
});
