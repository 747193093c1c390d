import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Express } from 'express';
import { usualSettings } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api-server.ts';
import { createApp } from '../app.ts';
import { createServices, type Services } from '../services/services.ts';
import { recordTable } from '../routes/api/records.ts';
import { userRoutes } from '../routes/api/users.ts';
import { uploadRoutes } from '../routes/api/upload.ts';
import { batchRoutes } from '../routes/api/batch.ts';
import { liveSyncRoutes } from '../routes/api/livesync.ts';
import { importRoutes } from '../routes/api/import.ts';
import { exportRoutes } from '../routes/api/export.ts';
import { aggregateRoutes } from '../routes/api/aggregate.ts';
import { openApiRoutes } from '../routes/api/openapi.ts';
import { historyRoutes } from '../routes/api/history.ts';
import { undoRoutes } from '../routes/api/undo.ts';
import { hookRoutes } from '../routes/api/hooks.ts';
import { healthRoutes } from '../routes/api/health.ts';
import { routes } from './routes.ts';

/** The fields of an Express router that its types leave out. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle?: { stack?: Layer[] };
}

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let notes: Awaited<ReturnType<typeof api.storage>>;
let consoleApp: Express & { router: { stack: Layer[] } };
let consoleServer: ReturnType<Express['listen']>;

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users');
  notes = await api.storage('notes');
  const config = { publicOrigin: 'http://localhost:5000', emulators: null } as unknown as Services['config']; // what refusals read of it
  const services = createServices({ config, platform: { settings: async () => usualSettings, close: () => {} } });
  consoleApp = createApp(services) as unknown as typeof consoleApp;
  consoleServer = consoleApp.listen(0, '127.0.0.1');
  await once(consoleServer, 'listening');
});
afterAll(async () => {
  consoleServer.close();
  await api.stop();
});

const callsOf = (stack: readonly Layer[]): [string, string][] =>
  stack.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods)
          .filter((name) => name !== '_all')
          .map((name): [string, string] => [name.toUpperCase(), route.path])
      : callsOf(handle?.stack ?? []),
  );

/** The other spellings of an address: one letter of each of its words encoded, in both cases of hexadecimal, and a slash at its end. */
function spellingsOf(path: string): string[] {
  const words = path.split('/');
  const encoded = words.flatMap((word, i) =>
    /^[a-z]/i.test(word)
      ? [[...words.slice(0, i), `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`, ...words.slice(i + 1)].join('/')]
      : [],
  );
  const last = path.charCodeAt(path.length - 1).toString(16);
  return [...encoded, `${path.slice(0, -1)}%${last.toUpperCase()}`, `${path}/`];
}

test('each route of the data API answers every spelling of its address alike', async () => {
  const { services } = api;
  const routers = [
    routes(recordTable(services)),
    ...[
      userRoutes,
      uploadRoutes,
      batchRoutes,
      liveSyncRoutes,
      importRoutes,
      exportRoutes,
      aggregateRoutes,
      openApiRoutes,
      hookRoutes,
      historyRoutes,
      undoRoutes,
    ].map((make) => make(services)),
    healthRoutes(),
  ] as unknown as { stack: Layer[] }[];
  const calls = routers.flatMap(({ stack }) => callsOf(stack));
  expect(calls.length).toBeGreaterThan(20);
  for (const [method, route] of calls) {
    const storage = route.startsWith('/users/') ? users : notes;
    const values: Record<string, string> = {
      storageKey: 'notes',
      storageId: storage.id,
      recordId: 'abcdefghijklmnopqrst',
      importId: 'none',
      sessionId: 'none',
      jobId: 'none',
      token: 'none',
    };
    const path = `/api${route.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name)}`;
    const answered = async (spelling: string) => {
      const { status, body } = await api.call(spelling, { method, ...(method === 'GET' ? {} : { body: 7 }) });
      return [method, route, status, body.message];
    };
    const expected = await answered(path);
    for (const spelling of spellingsOf(path)) expect([spelling, await answered(spelling)]).toEqual([spelling, expected]);
  }
});

test('each route of the console answers every spelling of its address alike', async () => {
  const calls = callsOf(consoleApp.router.stack);
  expect(calls.length).toBeGreaterThan(80);
  const origin = `http://127.0.0.1:${(consoleServer.address() as AddressInfo).port}`;
  const answered = async (method: string, path: string) => {
    const response = await fetch(origin + path, { method });
    const { message } = (await response.json()) as { message?: string };
    return [response.status, message];
  };
  // Those that need a session: they answer without a database.
  const closed = calls.filter(([, route]) => !/config|health|forgot|verify|reset|premium-products|track/.test(route));
  for (const [route, method] of new Map(closed.map(([method, route]) => [route, method]))) {
    const path = `/app${route.replace(/:\w+/g, 'x1')}`;
    const [first = ''] = spellingsOf(path).slice(1);
    const expected = await answered(method, path);
    for (const spelling of [first, `${path}/`])
      expect([method, spelling, await answered(method, spelling)]).toEqual([method, spelling, expected]);
  }
});

/** Sends the path as it is: `fetch` would tidy it up. */
async function raw(path: string, body: unknown): Promise<number> {
  const { hostname, port } = new URL(api.origin);
  const text = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  const headers = Object.entries({
    ...api.keyHeaders,
    'content-type': 'application/json',
    'content-length': text.length,
    host: 'x',
    connection: 'close',
  });
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return Number(answer.split(' ')[1]);
}

test('no spelling of the address of the users walks past the rules of a sign-up', async () => {
  const { id } = users;
  const spellings = [
    '%75sers',
    'user%73',
    '%55sers',
    'Users',
    'USERS',
    '%2575sers',
    'users;a=1',
    'users%00',
    'users%20',
    'users.',
    './users',
    '%2e/users',
    'notes/../users',
    'notes/%2e%2e/users',
    '/users',
    'users/',
    'ｕsers',
    '%EF%BD%95sers',
    'users%2F',
  ];
  const statuses = await Promise.all(
    spellings
      .flatMap((key) => [`/api/${key}/${id}`, `/api/${key}/${id}/`, `/%61pi/${key}/${id}`])
      .map(async (path) => [path, await raw(path, { admin: 'without a name' })] as const),
  );
  for (const [path, status] of statuses) expect([path, [400, 404].includes(status)]).toEqual([path, true]);
  expect((await api.call(`${users.path}/count`)).body.data.count).toBe(0);
});

test('an encoded character with a meaning of its own stays a part of its word', async () => {
  for (const path of [`/api/notes%2F${notes.id}`, `${notes.path}%2Fcount`, `/api/notes/${notes.id}%3Fa`])
    expect([path, await raw(path, { a: 1 })]).toEqual([path, 404]);
  expect(await raw(`${notes.path}/dataId/a%2Frestore`, {})).toBe(405); // a record whose id is `a/restore`
});
