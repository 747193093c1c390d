import { beforeAll, expect, test } from 'vitest';
import type { RequestPage } from '@bedplate/contract';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

let admin: Admin;
let stranger: Admin;
let project = '';
let storage = '';
const tokens: Record<string, string> = {};

beforeAll(async () => {
  admin = await anAdmin('Lea Log');
  stranger = await anAdmin('Stan Stranger');
  project = (await aProject(admin, 'Logged')).id;
  storage = (await aStorage(admin, project, 'sales')).id;
  for (const role of ['developer', 'manager', 'user'] as const) tokens[role] = (await aMember(admin, role, project)).token;
});

const requests = (query = '') => `/app/project/${project}/requests${query}`;

test('while somebody looks, a call is there by the id of its answer', async () => {
  await mustCall({ method: 'POST', path: requests('/watch'), token: admin.token, body: {} });
  const { headers } = await call({ path: `/api/sales/${storage}`, ...keysOf(admin, project) });
  const id = headers.get('x-request-id') ?? '';
  const found = async () => {
    const { data } = await mustCall<RequestPage>({ path: requests(`?id=${id}`), token: tokens.developer ?? '' });
    return data.map((line) => [line.id, line.status, line.storageId]);
  };
  await expect.poll(found, { timeout: 70_000, interval: 500 }).toEqual([[id, 200, storage]]);
});

test('lines come as NDJSON, and as a table', async () => {
  const { text, headers } = await call({ path: requests('/download?status=2xx'), token: admin.token });
  expect(headers.get('content-type')).toContain('application/x-ndjson');
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ status: 200, verb: 'read' });
  const table = await call({ path: requests('/download?status=2xx&format=csv'), token: admin.token });
  expect(table.headers.get('content-type')).toContain('text/csv');
  expect(table.text.split('\r\n')[0]).toMatch(/^id,at,method,route,/);
});

scenarios('GET /app/project/{id}/requests', [
  { name: 'a visitor', send: () => ({ path: requests() }), status: 401 },
  { name: 'a manager', send: () => ({ path: requests(), token: tokens.manager ?? '' }), status: 403 },
  { name: 'a user', send: () => ({ path: requests('/errors'), token: tokens.user ?? '' }), status: 403 },
  { name: 'another account', send: () => ({ path: requests(), token: stranger.token }), status: 404, code: 'not-found' },
  {
    name: 'another account that watches',
    send: () => ({ method: 'POST', path: requests('/watch'), token: stranger.token, body: {} }),
    status: 404,
  },
  {
    name: 'an unknown status',
    send: () => ({ path: requests('?status=abc'), token: admin.token }),
    status: 400,
    field: 'status',
  },
  { name: 'an invented cursor', send: () => ({ path: requests('?after=..%2F'), token: admin.token }), status: 400, field: 'after' },
  {
    name: 'a developer',
    send: () => ({ path: requests('/lists'), token: tokens.developer ?? '' }),
    status: 200,
    contains: { data: { groups: [] } },
  },
]);
