import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { errorResponder } from './error-responder.ts';
import { anyone, handle } from './handle.ts';

let server: Server;
let origin = '';
const ran: string[] = [];

beforeAll(async () => {
  const known = async () => 'somebody';
  const nobody = () => Promise.reject(new ApiError('unauthenticated', 'Please log in.'));
  const Note = z.object({ title: z.string(), rows: z.array(z.string()).optional() });
  const note = (name: string) => () => {
    ran.push(name);
    return {};
  };
  const app = express()
    .post('/app/notes', handle(known, { body: Note }, note('notes')))
    .post('/app/sizes', handle(known, { body: z.object({ size: z.number() }) }, note('sizes')))
    .post('/app/rows', handle(known, { body: Note, rowByRow: 'rows' }, note('rows')))
    .post('/app/run', handle(known, {}, note('run')))
    .post('/app/rooms/:room', handle(known, { params: z.object({ room: z.string().max(3) }) }, note('room')))
    .post('/app/file', handle(known, { readsBody: true }, note('file')))
    .post('/app/secret', handle(nobody, { body: Note }, note('secret')))
    .post('/app/contact', handle(anyone, { body: Note }, note('contact')))
    .get('/app/list', handle(known, { query: z.object({ page: z.string().optional() }) }, note('list')))
    .get('/app/open', handle(anyone, { query: z.object({ page: z.string().optional() }) }, note('open')))
    .use(errorResponder);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server
});
afterAll(() => server.close());

const post = async (path: string, body?: string) =>
  (await fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body }) }))
    .status;

test.each([
  ['a member that it does not know', '/app/notes', '{"title":"a","colour":"red"}'],
  ['digits that no number holds', '/app/sizes', '{"size":9007199254740993}'],
  ['half a character', '/app/notes', '{"title":"\\ud800"}'],
  ['half a character beside its rows', '/app/rows', '{"title":"\\ud800","rows":["a"]}'],
  ['a place that its address may not have', '/app/rooms/cellar', '{}'],
  ['a body where it takes none', '/app/run', '{"title":"a"}'],
  ['a body that is no JSON where it takes none', '/app/run', 'title=a'],
])('a call of somebody known is refused for %s, and its work does not begin', async (_, path, body) => {
  ran.length = 0;
  expect([await post(path, body), ran]).toEqual([400, []]);
});

test.each([
  ['an empty object where it takes none', '/app/run', '{}'],
  ['nothing where it takes none', '/app/run', undefined],
  ['a body that its work reads', '/app/file', 'title=a'],
  ['digits that a number holds', '/app/sizes', '{"size":12.50}'],
  ['half a character in a row, which is refused by itself', '/app/rows', '{"title":"a","rows":["\\ud800"]}'],
  ['a member that an older page sends for a visitor', '/app/contact', '{"title":"a","colour":"red"}'],
])('a call with %s is served', async (_, path, body) => {
  expect(await post(path, body)).toBe(200);
});

test('a parameter that a call does not know is refused to somebody known, and passes with a visitor’s link', async () => {
  expect((await fetch(`${origin}/app/list?page=1&tilt=1`)).status).toBe(400);
  expect((await fetch(`${origin}/app/open?page=1&utm_source=mail`)).status).toBe(200);
});

test('whoever may not call is told so, whatever the body', async () => {
  expect(await post('/app/secret', '{"title":')).toBe(401);
  expect(await post('/app/secret', `{"title":"${'a'.repeat(8 * 1024 * 1024)}"}`)).toBe(401);
});
