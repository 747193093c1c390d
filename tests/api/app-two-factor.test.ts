import { messages } from '@bedplate/contract';
import { beforeEach, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { mailsTo, nextMailTo } from '../support/inbox.ts';
import { type Admin, anAdmin, freshEmail, password, turnOnTwoFactor } from '../support/personas.ts';
import { database } from '../support/target.ts';

let admin: Admin;

beforeEach(async () => {
  admin = await anAdmin();
  await turnOnTwoFactor(admin);
});

const check = (body: object) => call({ path: '/app/authentication/check-2fa-setting', body });
const logIn = (twoFactorCode: string | null) =>
  call<{ accessToken?: string }>({ path: '/app/authentication/login', body: { email: admin.email, password, twoFactorCode } });

async function sendCode(): Promise<string> {
  const seen = (await mailsTo(admin.email)).map(({ id }) => id);
  expect(await check({ email: admin.email, password })).toMatchObject({ status: 200, body: { data: { is_enable_two_factor: true } } });
  const [code] = /\b\d{6}\b/.exec((await nextMailTo(admin.email, seen)).text) ?? [];
  return code ?? '';
}

/** A code of six digits that is not the given one. */
const other = (code: string) => (code === '000000' ? '000001' : '000000');

// Covers S0-7-14, S0-7-15, S0-4-12
test('the mailed code logs in once; without it or with another there is no token', async () => {
  const code = await sendCode();
  for (const wrong of [null, '', other(code)]) {
    const refused = await logIn(wrong);
    expect(refused).toMatchObject({ status: 401, body: { message: messages.twoFactorWrong } });
    expect(refused.body.accessToken).toBeUndefined();
  }
  expect(await logIn(code)).toMatchObject({ status: 200, body: { accessToken: expect.stringMatching(/^ey/) } });
  expect((await logIn(code)).status).toBe(401);
});

// Covers S0-7-14
test('without a second factor the check says so and mails nothing', async () => {
  const off = { is_enable_two_factor: false, current_password: password, twoFactorCode: await sendCode() };
  await mustCall({ method: 'PUT', path: '/app/users/updateUser', token: admin.token, body: off });
  const before = (await mailsTo(admin.email)).length;
  expect((await check({ email: admin.email, password })).body).toMatchObject({ data: { is_enable_two_factor: false } });
  expect((await mailsTo(admin.email)).length).toBe(before);
});

// Covers S0-4-10
test('a second request within a minute sends nothing and the first code stays good', async () => {
  const code = await sendCode();
  const before = (await mailsTo(admin.email)).length;
  const again = await check({ email: admin.email, password });
  expect(again).toMatchObject({ status: 200, body: { message: messages.twoFactorSent } });
  expect((await mailsTo(admin.email)).length).toBe(before);
  expect((await logIn(code)).status).toBe(200);
});

// Covers S0-4-14
test('after five wrong tries the right code is refused too', async () => {
  const code = await sendCode();
  for (let i = 0; i < 5; i += 1) expect((await logIn(other(code))).status).toBe(401);
  expect((await logIn(code)).status).toBe(401);
});

// Covers S0-4-13
test('a code is refused ten minutes after it was sent', async () => {
  const code = await sendCode();
  const challenge = database().doc(`challenges/${admin.id}`);
  const sentAt = (await challenge.get()).get('sentAt').toMillis() as number; // written by the server as a Timestamp
  expect((await challenge.get()).get('codeExpiresAt').toMillis() - sentAt).toBe(10 * 60_000);
  await challenge.update({ codeExpiresAt: new Date(Date.now() - 1) });
  expect((await logIn(code)).status).toBe(401);
});

test('the code is nowhere stored in clear', async () => {
  const code = await sendCode();
  const documents = await Promise.all([database().doc(`challenges/${admin.id}`).get(), database().collection('mail').get()]);
  const [challenge, mail] = documents;
  expect(JSON.stringify(challenge.data())).not.toContain(`"${code}"`);
  expect(mail.docs.filter((doc) => doc.get('to.address') === admin.email).map((doc) => doc.get('payload') as unknown)).toEqual(
    expect.arrayContaining([null]),
  );
});

// Covers S0-7-16, S0-7-17
test('a wrong password and an unknown address answer alike and mail nothing', async () => {
  const before = (await mailsTo(admin.email)).length;
  const wrong = await check({ email: admin.email, password: 'Wrong-horse-9' });
  const unknown = await check({ email: freshEmail(), password });
  for (const answer of [wrong, unknown]) {
    expect(answer).toMatchObject({ status: 401, body: { success: false, message: messages.loginFailed } });
    expect(answer.body).not.toHaveProperty('data');
  }
  expect((await mailsTo(admin.email)).length).toBe(before);
});
