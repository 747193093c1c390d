import { expect, test } from 'vitest';
import { hashPassword, hashPasswords, passwordMatches } from './password.ts';

test('another tenant’s login is not behind a hundred passwords', async () => {
  const known = await hashPassword('a-pass-word-1', 'quiet');
  let done = 0;
  const flood = Array.from({ length: 100 }, () => hashPassword('a-pass-word-2', 'loud').then(() => (done += 1)));
  expect(await passwordMatches(known, 'a-pass-word-1', 'quiet')).toBe(true);
  expect(done).toBeLessThan(10);
  await Promise.all(flood);
});

test('an account has so many passwords in the queue, and its bulk calls have two each', async () => {
  const calls = Array.from({ length: 20 }, () => hashPasswords(Array<string>(20).fill('a-pass-word-1'), 'bulk').catch(() => []));
  const logins = await Promise.allSettled(Array.from({ length: 250 }, () => passwordMatches('$argon2id$broken', 'x', 'bulk')));
  const refused = logins.filter((login) => login.status === 'rejected' && (login.reason as { code?: string }).code === 'too-many-requests');
  expect(refused.length).toBeGreaterThan(40);
  expect(refused.length).toBeLessThan(100);
  await Promise.all(calls);
});

test('hashes come in the order of their passwords, and none for what has no password', async () => {
  const [first, none, second] = await hashPasswords(['a-pass-word-1', null, 'a-pass-word-2'], 't');
  expect([await passwordMatches(first, 'a-pass-word-1'), none, await passwordMatches(second, 'a-pass-word-2')]).toEqual([
    true,
    undefined,
    true,
  ]);
  expect(await passwordMatches(undefined, 'a password that nobody has')).toBe(false);
});
