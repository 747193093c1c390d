import { messages } from '@bedplate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { signInAs } from '../../testing/render-app.tsx';
import { clearSession, storedSession } from '../session/session.ts';
import { askWhetherSignedIn, isRefusal } from './refusal.ts';

const question = 'GET /app/users/getUser';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['permission-denied', true],
  ['auth/user-token-expired', true],
  ['unavailable', false],
  ['auth/network-request-failed', false],
])('%s is a refusal: %s', (code, expected) => {
  expect(isRefusal(Object.assign(new Error(code), { code }))).toBe(expected);
});

test('a session that is over ends with the first refused listener', async () => {
  signInAs({ name: 'Over' });
  fakeServer({ [question]: () => refuse('unauthenticated', messages.sessionEnded) });
  askWhetherSignedIn();
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(storedSession()).toBeNull(), { timeout: 30_000 });
});

test('listeners that are refused at once ask once, later ones again; a session that holds stays', async () => {
  signInAs({ name: 'Holds' });
  const server = fakeServer({ [question]: () => ({ success: true, data: {} }) });
  const now = Date.now();
  askWhetherSignedIn(now);
  askWhetherSignedIn(now + 100);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(server.to(question)).toHaveLength(1), { timeout: 30_000 });
  askWhetherSignedIn(now + 11_000);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(server.to(question)).toHaveLength(2), { timeout: 30_000 });
  expect(storedSession()).not.toBeNull();
});

test('a logout, whose listeners end before the session, asks nothing', async () => {
  signInAs({ name: 'Leaves' });
  const server = fakeServer({});
  askWhetherSignedIn();
  clearSession();
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.calls).toEqual([]);
});

test('nobody is asked about when nobody is signed in', async () => {
  const server = fakeServer({});
  askWhetherSignedIn();
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.calls).toEqual([]);
});
