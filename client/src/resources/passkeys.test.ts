import { afterEach, expect, test, vi } from 'vitest';
import { createPasskeys } from './passkeys.ts';

afterEach(() => vi.unstubAllGlobals());

const options = { endpoint: 'https://app.test', projectId: 'p1' };

/** A server that begins whatever it is asked, and a browser whose device answers by `device`. */
function world(device: () => Promise<unknown>) {
  const sent: [string, unknown][] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (url, init) => {
    const path = new URL(String(url)).pathname.replace('/api/users/u1', '');
    sent.push([path, JSON.parse(String(init?.body))]);
    const session = { data: { id: 'r1' }, accessToken: 'a', expiresIn: 1, refreshToken: 'r' };
    return Response.json(path.endsWith('/verify') ? session : { challenge: 'c1', passkey: { challenge: 'AAAA' } });
  });
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (json: unknown) => ({ parsed: json }),
    parseCreationOptionsFromJSON: (json: unknown) => ({ parsed: json }),
  });
  const get = vi.fn<() => Promise<unknown>>(device);
  vi.stubGlobal('navigator', { credentials: { get, create: get } });
  return { sent, get, passkeys: createPasskeys({ ...options, fetch }, 'u1') };
}

test('a sign-in sends what the device signs for the challenge', async () => {
  const { sent, get, passkeys } = world(async () => ({ toJSON: () => ({ id: 'k1' }) }));
  const signal = new AbortController().signal;
  expect(await passkeys.signIn({ autofill: true, signal })).toEqual({
    user: { id: 'r1' },
    accessToken: 'a',
    expiresIn: 1,
    refreshToken: 'r',
  });
  expect(sent).toEqual([
    ['/sign-in/passkey', {}],
    ['/sign-in/verify', { challenge: 'c1', passkey: { id: 'k1' } }],
  ]);
  expect(get).toHaveBeenCalledWith({ publicKey: { parsed: { challenge: 'AAAA' } }, mediation: 'conditional', signal });
});

test('a dialog that is closed ends with `aborted`, and an old browser with `unavailable` before anything is sent', async () => {
  const { sent, passkeys } = world(() => Promise.reject(new DOMException('closed', 'NotAllowedError')));
  await expect(passkeys.add({ currentPassword: 'x' })).rejects.toMatchObject({ code: 'aborted' });
  expect(sent).toEqual([['/me/passkeys', { currentPassword: 'x' }]]);
  vi.stubGlobal('PublicKeyCredential', {});
  await expect(passkeys.signIn()).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent).toHaveLength(1);
});

test('a second factor by passkey sends what the device signs, or makes, for the challenge', async () => {
  const { sent, get, passkeys } = world(async () => ({ toJSON: () => ({ id: 'k1' }) }));
  expect(await passkeys.secondFactor('c9')).toMatchObject({ accessToken: 'a' });
  expect(sent).toEqual([
    ['/sign-in/second-factor', { challenge: 'c9', way: 'passkey' }],
    ['/sign-in/verify', { challenge: 'c9', passkey: { id: 'k1' } }],
  ]);
  expect(get).toHaveBeenCalledWith({ publicKey: { parsed: { challenge: 'AAAA' } } });
});
