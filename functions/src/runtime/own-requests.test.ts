import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorResponder, nothingHere } from '../http/error-responder.ts';
import { anyone, handle } from '../http/handle.ts';
import { ownRequests } from './own-requests.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { routes } from '../http/routes.ts';
import { z } from 'zod';

/** As the Functions Framework does: parsers first, the function behind them. */
const platform = express();
platform.use(express.json(), express.text(), express.urlencoded({ extended: true }), express.raw({ type: '*/*' }));
const echo = handle(anyone, { body: z.unknown() }, ({ body }) => ({ data: body }));
platform.use(express().use(answerHeaders, routes({ '/app/echo': { post: echo } }), nothingHere, errorResponder));

const server = platform.listen(0);
let base = '';
beforeAll(async () => {
  ownRequests();
  if (!server.listening) await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server
});
afterAll(() => server.close());

function post(path: string, body: string, type = 'application/json'): Promise<Response> {
  return fetch(base + path, { method: 'POST', body, headers: { 'content-type': type } });
}

test('malformed JSON answers in the failure shape although the platform parses first', async () => {
  const answer = await post('/app/echo', '{"a":');
  const body = await answer.json();
  expect(answer.status).toBe(400);
  expect(body).toMatchObject({ success: false, error: { code: 'malformed-json', requestId: answer.headers.get('x-request-id') } });
});

test('a good body arrives', async () => {
  expect(await (await post('/app/echo', '{"a":1}')).json()).toEqual({ success: true, data: { a: 1 } });
});

test('a form is refused as another media type', async () => {
  expect((await post('/app/echo', 'a=1', 'application/x-www-form-urlencoded')).status).toBe(415);
});

test('an address that is not percent-encoding is a 404 in the failure shape', async () => {
  const answer = await fetch(`${base}/app/%zz`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, error: { code: 'not-found' } });
});

test('a method that a path does not offer answers 405 and names those that it does', async () => {
  const answer = await fetch(`${base}/app/echo`, { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});
