import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossOrigin } from './cross-origin.ts';

let server: Server;
let address = '';
beforeAll(async () => {
  const app = express().use(crossOrigin, (_req, res) => void res.end('served'));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server
});
afterAll(() => server.close());

const namesIn = (headers: Headers, name: string) => (headers.get(name) ?? '').toLowerCase().split(', ').toSorted();
const preflight = (asked?: string) =>
  fetch(address, { method: 'OPTIONS', headers: asked === undefined ? {} : { 'Access-Control-Request-Headers': asked } });

test('a page of any origin sends every verb with the headers of our calls, and asks again after a day', async () => {
  const { status, headers } = await preflight();
  expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-max-age')]).toEqual([204, '*', '86400']);
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(namesIn(headers, 'access-control-allow-methods')).toEqual(['delete', 'get', 'head', 'options', 'patch', 'post', 'put']);
  expect(namesIn(headers, 'access-control-allow-headers')).toEqual(
    ['authorization', 'content-type', 'idempotency-key', 'if-unmodified-since', 'x-api-key', 'x-project-id', 'x-secret-key'].toSorted(),
  );
});

test('a header that a library adds is allowed, what is no name of a header is not, and caches keep them apart', async () => {
  const { headers } = await preflight(`traceparent, X-API-Key, two words, ${'long'.repeat(30)}`);
  const allowed = namesIn(headers, 'access-control-allow-headers');
  expect(allowed.filter((name) => name === 'x-api-key')).toHaveLength(1);
  expect(allowed).toContain('traceparent');
  expect(allowed).toHaveLength(8);
  expect(headers.get('vary')).toBe('Access-Control-Request-Headers');
});

test('a page reads what an answer cost, what is left, and the name of a file', async () => {
  const answer = await fetch(address);
  expect(await answer.text()).toBe('served');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(namesIn(answer.headers, 'access-control-expose-headers')).toEqual([
    'content-disposition',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'retry-after',
    'x-bedplate-deletes',
    'x-bedplate-reads',
    'x-bedplate-warnings',
    'x-bedplate-writes',
    'x-credits-remaining',
    'x-request-id',
  ]);
});
