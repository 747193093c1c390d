import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { signInAs } from '../../testing/render-app.tsx';
import { ApiError, messageOf } from './api-error.ts';
import { api } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

// Covers S0-7-01, S1-2-02
test('a call carries the bearer and leaves empty query values out', async () => {
  const token = signInAs();
  const { calls } = fakeServer({ 'GET /app/projects': () => ({ success: true, data: [] }) });
  await api.get('/projects', { query: { page: 2, search: '', filterDeleted: undefined, on: false } });
  expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  expect(calls[0]?.query.toString()).toBe('page=2&on=false');
});

test('a refusal carries status, code, message, request id and the fields', async () => {
  fakeServer({ 'POST /app/projects': () => refuse('invalid-argument', 'Not valid.', [{ field: 'name', message: 'Enter a name.' }]) });
  const error = await api.post('/projects', {}).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid-argument',
    serverMessage: 'Not valid.',
    requestId: 'req_test',
    details: [{ field: 'name', message: 'Enter a name.' }],
  });
});

test.each([
  ['/project/p1/home', '/users/getUser', undefined, 'p1'],
  ['/project/p1/webhooks', '/endpoints/e1/secret', undefined, 'p1'],
  ['/project/p1/home', '/project/p2/trash', undefined, 'p2'],
  ['/project/reporting', '/reporting/calls', { projectId: 'p3' }, 'p3'],
  ['/project/reporting', '/reporting/calls', { projectId: '%é' }, null],
  ['/projects', '/users/getUser', undefined, null],
] as const)('on %s, the call %s names the project whose log has its line', async (page, path, query, project) => {
  signInAs();
  history.replaceState(null, '', page);
  const { calls } = fakeServer({ [`GET /app${path}`]: () => refuse('conflict', 'No.') });
  const error = await api.get(path, { ...(query && { query }) }).catch((e: unknown) => e);
  history.replaceState(null, '', '/');
  expect([calls[0]?.headers.get('x-project-id'), error]).toEqual([
    project && encodeURIComponent(project),
    expect.objectContaining({ projectId: project }),
  ]);
});

// Covers S0-8-03, S0-8-04, S0-8-05
test('a message is the server’s, else the fallback, else that none came', async () => {
  fakeServer({
    'GET /app/said': () => refuse('conflict', 'Said.'),
    'GET /app/mute': () => new Response('<html>', { status: 502 }),
    'GET /app/gone': () => Promise.reject(new TypeError('offline')),
  });
  expect(await Promise.all(['/said', '/mute', '/gone'].map(messageAt))).toEqual([
    'Said.',
    'An error occurred',
    'An unexpected error occurred',
  ]);
});

// Covers S0-4-06
test('a refused token ends the session, a visitor’s refusal does not', async () => {
  signInAs();
  fakeServer({
    'POST /app/authentication/login': () => refuse('unauthenticated', 'No.'),
    'GET /app/projects': () => refuse('unauthenticated', 'No.'),
  });
  await api.post('/authentication/login', {}, { visitor: true }).catch(() => {});
  expect(localStorage.getItem('token')).not.toBeNull();
  await api.get('/projects').catch(() => {});
  expect(localStorage.getItem('token')).toBeNull();
});

async function messageAt(path: string): Promise<string> {
  return messageOf(await api.get(path).catch((e: unknown) => e));
}
