import { createHash } from 'node:crypto';
import { messages } from '@bedplate/contract';
import { beforeEach, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { linkToken, mailsTo, nextMailTo } from '../support/inbox.ts';
import { type Admin, anAdmin, freshEmail, freshNetwork, logIn, password } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

const newPassword = 'Another-horse-7';
let admin: Admin;

beforeEach(async () => {
  admin = await anAdmin();
});

const login = (given: string) => call({ path: '/app/authentication/login', body: { email: admin.email, password: given } });

async function resetToken(): Promise<string> {
  const seen = (await mailsTo(admin.email)).map(({ id }) => id);
  await mustCall({ path: '/app/authentication/forgot-password', body: { email: admin.email } });
  return linkToken(await nextMailTo(admin.email, seen));
}

const resend = (address: string) => call({ path: '/app/authentication/resend-verification', body: { email: address } });

const reset = (token: string, body: object = { password: newPassword, confirm_password: newPassword }) =>
  call({ path: `/app/authentication/${token}/reset-password`, body });

// Covers S2-2.d-05, S2-2.d-06, S2-2.e-02
test('a reset link sets the password once, and every session ends', async () => {
  const token = await resetToken();
  for (let i = 0; i < 2; i += 1) expect((await call({ path: `/app/authentication/${token}/verify` })).status).toBe(200);
  expect(await reset(token)).toMatchObject({ status: 200, body: { message: messages.passwordReset } });
  expect((await login(password)).status).toBe(401);
  expect((await login(newPassword)).status).toBe(200);
  expect((await call({ path: '/app/users/getUser', token: admin.token })).status).toBe(401);
  expect(await reset(token)).toMatchObject({ status: 404, body: { message: messages.resetTokenFailed } });
});

// Covers S2-7-10
test('a weak or differing new password keeps the link and the old password', async () => {
  const token = await resetToken();
  expect((await reset(token, { password: 'short', confirm_password: 'short' })).status).toBe(400);
  expect((await reset(token, { password: newPassword, confirm_password: 'x' })).status).toBe(400);
  expect((await login(password)).status).toBe(200);
  expect((await reset(token)).status).toBe(200);
});

// Covers S2-2.c-07
test('a reset token does not verify an account, and a verification token resets nothing', async () => {
  const email = freshEmail();
  const body = { name: 'Nia New', email, password, confirmPassword: password };
  await mustCall({ path: '/app/authentication/register', body });
  const verification = linkToken(await nextMailTo(email));
  expect((await call({ path: `/app/authentication/${verification}/verify` })).status).toBe(404);
  expect((await reset(verification)).status).toBe(404);
  expect((await call({ path: `/app/verify/user/${await resetToken()}` })).status).toBe(404);
});

test('forgot-password answers an unknown address as a known one, and mails nobody', async () => {
  const email = freshEmail();
  const [known, unknown] = await Promise.all(
    [admin.email, email].map((address) => call({ path: '/app/authentication/forgot-password', body: { email: address } })),
  );
  expect(unknown).toMatchObject({ status: 200, body: { message: messages.resetLinkSent } });
  expect(unknown?.body).toEqual(known?.body);
  expect(await mailsTo(email)).toEqual([]);
});

test('a second mail within a minute is refused with the time to wait', async () => {
  await resetToken();
  const again = await call({ path: '/app/authentication/forgot-password', body: { email: admin.email } });
  expect(again.status).toBe(429);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('changing one’s password ends the other sessions, and this one goes on with the answered token', async () => {
  const second = await logIn(admin.email, admin.name);
  const body = { name: 'Ada Admin', password: newPassword, password_confirm: newPassword, current_password: password };
  const answer = await mustCall<{ accessToken: string }>({ method: 'PUT', path: '/app/users/updateUser', token: admin.token, body });
  expect((await call({ path: '/app/users/getUser', token: answer.accessToken })).status).toBe(200);
  expect((await call({ path: '/app/users/getUser', token: second.token })).status).toBe(401);
  expect((await login(password)).status).toBe(401);
  expect((await login(newPassword)).status).toBe(200);
});

// Covers S2-7-07
test('a blank password and an email in the settings leave both as they are', async () => {
  const body = { name: 'Ada Renamed', email: 'other@example.test', password: '', password_confirm: '' };
  await mustCall({ method: 'PUT', path: '/app/users/updateUser', token: admin.token, body });
  expect((await login(password)).status).toBe(200);
  expect((await call({ path: '/app/users/getUser', token: admin.token })).body).toMatchObject({
    data: { name: 'Ada Renamed', email: admin.email },
  });
});

scenarios('PUT /app/users/updateUser', [
  {
    name: 'refuses two different passwords',
    send: () => ({
      method: 'PUT',
      path: '/app/users/updateUser',
      token: admin.token,
      body: { password: newPassword, password_confirm: password },
    }),
    status: 400,
    field: 'password_confirm',
  },
  { name: 'refuses a visitor', send: { method: 'PUT', path: '/app/users/updateUser', body: { name: 'X' } }, status: 401 },
]);

test('ten failed logins lock the account for a while, also for the right password', async () => {
  for (let i = 0; i < 10; i += 1) expect((await login(`Wrong-${i}`)).status).toBe(401);
  const locked = await login(password);
  expect(locked).toMatchObject({ status: 429, body: { message: messages.tooManyLogins } });
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('guesses in parallel do not get past the limit either', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login(`Wrong-${i}`)));
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ status }) => status === 200)).toEqual([]);
});

test('an address from which fifty logins failed has to wait, whatever account it tries', async () => {
  const headers = freshNetwork();
  const tryTo = (email: string) => call({ path: '/app/authentication/login', body: { email, password: 'Wrong-horse-1' }, headers });
  for (let i = 0; i < 5; i += 1) await Promise.all(Array.from({ length: 10 }, () => tryTo(freshEmail())));
  await expect.poll(async () => (await tryTo(freshEmail())).status).toBe(429);
  expect((await login(password)).status).toBe(200);
});

// Covers S2-2.c-08, S0-4-04
test('asking again for the verification mail sends one, a minute apart, and tells nothing about an address', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', body: { name: 'Nia New', email, password, confirmPassword: password } });
  const seen = (await mailsTo(email)).map(({ id }) => id);
  const known = await resend(email);
  const unknown = await resend(freshEmail());
  expect(known).toMatchObject({ status: 200, body: { message: messages.verificationSent } });
  expect(unknown.body).toEqual(known.body);
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email, seen))}` });
  expect((await resend(email)).status).toBe(429);
});

const expire = async (token: string) => {
  const link = database().doc(`authTokens/${createHash('sha256').update(token).digest('hex')}`);
  const { createdAt, expiresAt } = (await link.get()).data() as Record<string, { toMillis(): number }>; // written by the server as Timestamps
  await link.update({ expiresAt: new Date(Date.now() - 1) });
  return ((expiresAt?.toMillis() ?? 0) - (createdAt?.toMillis() ?? 0)) / 3600_000;
};

// Covers S2-2.d-07
test('a reset link is refused after one hour', async () => {
  const token = await resetToken();
  expect(await expire(token)).toBe(1);
  expect((await call({ path: `/app/authentication/${token}/verify` })).status).toBe(404);
  expect((await reset(token)).status).toBe(404);
  expect((await login(password)).status).toBe(200);
});

// Covers S2-2.c-06
test('a verification link is refused after 24 hours', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', body: { name: 'Nia New', email, password, confirmPassword: password } });
  const token = linkToken(await nextMailTo(email));
  expect(await expire(token)).toBe(24);
  expect(await call({ path: `/app/verify/user/${token}` })).toMatchObject({ status: 404, body: { message: messages.verificationFailed } });
  expect((await call({ path: '/app/authentication/login', body: { email, password } })).status).toBe(403);
});
