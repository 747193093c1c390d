// @vitest-environment jsdom
import { BedplateError, createClient } from '@bedplate/client';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BedplateProvider, createSession, type Session, useList, useMutation, useUser } from '../src/index.ts';

/** Refresh tokens and the people that they are of: each works once. */
let tokens: Map<string, string>;
let calls: string[];
let refuses: number | undefined;
/** Answers to creates wait for it. */
let gate: Promise<void>;
let made = 0;

async function answer(address: URL | RequestInfo, init: RequestInit = {}): Promise<Response> {
  const call = new URL(String(address)).pathname.replace('/api/users/u1', '');
  calls.push(`${init.method} ${call}`);
  if (refuses) return Response.json({ success: false, message: 'Down.', error: { code: 'unavailable' } }, { status: refuses });
  const body = init.body ? (JSON.parse(String(init.body)) as { username?: string; refreshToken?: string }) : {};
  if (call === '/logout') return Response.json({ success: tokens.delete(body.refreshToken ?? '') });
  if (call === '/api/orders/s1' && init.method === 'POST') {
    await gate;
    return Response.json({ data: { id: 'r9', of: 'secret of ada', createdAt: '', updatedAt: '' } });
  }
  if (call === '/api/orders/s1') {
    const bearer = new Headers(init.headers).get('authorization') ?? '';
    return Response.json({
      data: [{ id: 'r1', of: bearer.replace(/^Bearer (\w+)-.*/, '$1'), createdAt: '', updatedAt: '' }],
      pagination: {},
    });
  }
  const name = body.username ?? tokens.get(body.refreshToken ?? '');
  if (!name) return Response.json({ success: false, message: 'No.', error: { code: 'unauthenticated' } }, { status: 401 });
  tokens.delete(body.refreshToken ?? '');
  const refreshToken = `refresh-${++made}`;
  tokens.set(refreshToken, name);
  return Response.json({ data: { id: name, username: name }, accessToken: `${name}-${made}`, expiresIn: 900, refreshToken });
}

const settings = { endpoint: 'http://api.test', projectId: 'p', usersStorageId: 'u1', fetch: answer };
beforeEach(() => {
  tokens = new Map();
  calls = [];
  refuses = undefined;
  gate = Promise.resolve();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function page(session: Session) {
  const orders = createClient({ endpoint: 'http://api.test', projectId: 'p', token: session.token, fetch: answer, retries: 0 }).storage<{
    of: string;
  }>('orders', 's1');
  const wrapper = ({ children }: { children: ReactNode }) => <BedplateProvider session={session}>{children}</BedplateProvider>;
  return renderHook(() => ({ ...useUser(), list: useList(orders), orders: useMutation(orders) }), { wrapper }).result;
}

test('a person signs in, stays so on the next visit, and signs out', async () => {
  const first = page(createSession(settings));
  await waitFor(() => expect(first.current.user).toBeNull());
  await act(async () => void (await first.current.signIn({ username: 'ada', password: 'secret' })));
  expect(first.current.user?.username).toBe('ada');

  const second = page(createSession(settings));
  expect(second.current).toMatchObject({ user: undefined, isLoading: true });
  await waitFor(() => expect(second.current.user?.username).toBe('ada'));
  await act(() => second.current.signOut());
  expect(second.current.user).toBeNull();
  expect([...tokens]).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test('another person sees nothing of the one before', async () => {
  const result = page(createSession(settings));
  await waitFor(() => expect(result.current.list.error).toMatchObject({ code: 'unauthenticated' }));
  for (const username of ['ada', 'bob']) {
    await act(async () => void (await result.current.signIn({ username, password: 'secret' })));
    await waitFor(() => expect(result.current.list.data?.[0]?.of).toBe(username));
  }
  await act(() => result.current.signOut());
  expect(result.current.list.data).toBeUndefined();
});

test('a record that somebody was about to make is not shown to whoever comes after', async () => {
  const result = page(createSession(settings));
  await waitFor(() => expect(result.current.user).toBeNull());
  await act(async () => void (await result.current.signIn({ username: 'ada', password: 'secret' })));
  await waitFor(() => expect(result.current.list.data).toHaveLength(1));
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  let sent: Promise<unknown> | undefined;
  act(() => void (sent = result.current.orders.create({ of: 'secret of ada' })));
  expect(result.current.list.data).toHaveLength(2);
  let reloaded: Promise<void> | undefined;
  await act(async () => void (reloaded = result.current.list.reload())); // its answer is held back until the create's
  await act(() => result.current.signOut());
  await act(async () => void (await result.current.signIn({ username: 'bob', password: 'secret' })));
  await waitFor(() => expect(result.current.list.data?.map(({ of }) => of)).toEqual(['bob']));
  await act(async () => {
    opened.resolve();
    await Promise.all([sent, reloaded]);
  });
  expect(result.current.list.data?.map(({ of }) => of)).toEqual(['bob']);
});

test.each([
  ['set back an hour', -3_600_000, 0],
  ['set an hour ahead', 3_600_000, 0],
  ['right after two hours of sleep', 7_200_000, -900_000],
])('with a clock that is %s an ended access token is not used', async (_, jump, slept) => {
  vi.useFakeTimers();
  const session = createSession(settings);
  await session.signIn({ username: 'ada', password: 'secret' });
  expect(await session.token()).toBe(await session.token());
  vi.setSystemTime(Date.now() + jump);
  vi.advanceTimersByTime(900_000 + slept);
  await session.token();
  expect(calls).toEqual(['POST /sign-in/password', 'POST /refresh']);
});

test('calls at once share one refresh, and a token of another tab is taken', async () => {
  tokens.set('refresh-a', 'ada');
  localStorage.setItem('bedplate:p:u1', 'refresh-a');
  const session = createSession(settings);
  const given = await Promise.all([session.token(), session.token()]);
  expect(new Set(given).size).toBe(1);
  expect(calls).toEqual(['POST /refresh']);

  const other = createSession(settings);
  await other.token();
  expect(localStorage.getItem('bedplate:p:u1')).toBe([...tokens.keys()][0]);
});

test('a host that is down ends no session', async () => {
  tokens.set('refresh-a', 'ada');
  localStorage.setItem('bedplate:p:u1', 'refresh-a');
  refuses = 400;
  const session = createSession(settings);
  await expect(session.token()).rejects.toBeInstanceOf(BedplateError);
  refuses = undefined;
  expect(await session.token()).toMatch(/^ada-/);
});

test('whoever signs out while a token is refreshed stays signed out', async () => {
  tokens.set('refresh-a', 'ada');
  localStorage.setItem('bedplate:p:u1', 'refresh-a');
  const session = createSession(settings);
  const refreshed = session.token().catch((error: unknown) => error);
  await session.signOut();
  expect(await refreshed).toMatchObject({ code: 'unauthenticated' });
  expect(session.state.user).toBeNull();
});

test('another tab that signs out, or in, does so here', async () => {
  const result = page(createSession(settings));
  await waitFor(() => expect(result.current.user).toBeNull());
  const heard = (area: Storage = localStorage) =>
    act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'bedplate:p:u1', storageArea: area })));

  tokens.set('refresh-a', 'ada');
  localStorage.setItem('bedplate:p:u1', 'refresh-a');
  await heard();
  await waitFor(() => expect(result.current.list.data?.[0]?.of).toBe('ada'));

  const before = calls.length;
  localStorage.setItem('bedplate:p:u1', 'refresh-b'); // refreshed there
  await heard();
  expect(calls.length).toBe(before);

  localStorage.removeItem('bedplate:p:u1');
  await heard(sessionStorage);
  expect(result.current.user?.username).toBe('ada');
  await heard();
  expect(result.current.user).toBeNull();
  expect(result.current.list.data).toBeUndefined();
});

test('an earlier session is asked for again where the server was away', async () => {
  refuses = 503;
  tokens.set('refresh-a', 'ada');
  localStorage.setItem('bedplate:p:u1', 'refresh-a');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const session = createSession(settings);
  const stop = session.onState(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.state.user).toBeUndefined();
  refuses = undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(session.state.user?.username).toBe('ada');
  stop();
});

test('a page that is left asks no more', async () => {
  refuses = 503;
  localStorage.setItem('bedplate:p:u1', 'refresh-a');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  createSession(settings).onState(() => {})();
  await vi.advanceTimersByTimeAsync(60_000);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls.length).toBe(before);
});
