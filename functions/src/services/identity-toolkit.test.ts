import { afterEach, expect, test, vi } from 'vitest';
import { createIdentityToolkit } from './identity-toolkit.ts';

afterEach(() => vi.unstubAllGlobals());

const toolkit = createIdentityToolkit({ authApiKey: 'key', emulators: null });
const answering = (status: number, body: object) =>
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status })),
  );
const refusal = (message: string) => answering(400, { error: { message } });

test.each([
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'USER_DISABLED',
  'INVALID_EMAIL',
  'TOO_MANY_ATTEMPTS_TRY_LATER : Try again later.',
  'PASSWORD_LOGIN_DISABLED',
  'OPERATION_NOT_ALLOWED',
])('a password that Firebase refuses by %s is wrong', async (message) => {
  refusal(message);
  expect(await toolkit.checkPassword('ada@example.test', 'a-password')).toBeNull();
});

test.each(['QUOTA_EXCEEDED', 'API key not valid.', ''])('a failure of Firebase by "%s" is no wrong password', async (message) => {
  refusal(message);
  await expect(toolkit.checkPassword('ada@example.test', 'a-password')).rejects.toThrow(`failed: ${message}`);
  await expect(toolkit.exchange('token')).rejects.toThrow(`failed: ${message}`);
});

test('a right password is its user’s, and a token is exchanged; an answer that holds neither fails', async () => {
  answering(200, { localId: 'ada', idToken: 'id-token' });
  expect(await toolkit.checkPassword('ada@example.test', 'a-password')).toBe('ada');
  expect(await toolkit.exchange('token')).toBe('id-token');
  answering(200, {});
  await expect(toolkit.checkPassword('ada@example.test', 'a-password')).rejects.toThrow('failed');
  await expect(toolkit.exchange('token')).rejects.toThrow('failed');
  answering(400, { localId: 'ada', idToken: 'id-token', error: { message: 'QUOTA_EXCEEDED' } });
  await expect(toolkit.checkPassword('ada@example.test', 'a-password')).rejects.toThrow('QUOTA_EXCEEDED');
  await expect(toolkit.exchange('token')).rejects.toThrow('QUOTA_EXCEEDED');
});
