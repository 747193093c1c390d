import { messages, type SessionRow } from '@bedplate/contract';
import { beforeEach, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { codeIn, linkToken, mailAfter, mailsTo, nextMailTo } from '../support/inbox.ts';
import { type Admin, anAdmin, freshEmail, freshNetwork, logIn, password, turnOnTwoFactor } from '../support/personas.ts';
import { database } from '../support/target.ts';

let admin: Admin;

beforeEach(async () => {
  admin = await anAdmin();
});

const sessions = async (token: string) => (await mustCall<{ data: SessionRow[] }>({ path: '/app/users/sessions', token })).data;
const status = async (token: string) => (await call({ path: '/app/users/getUser', token })).status;
const login = (given: string, email = admin.email) =>
  call<{ accessToken?: string }>({ path: '/app/authentication/login', headers: freshNetwork(), body: { email, password: given } });
const update = (body: object, token = admin.token) => call({ method: 'PUT', path: '/app/users/updateUser', token, body });
const end = (token: string, session: string) => call({ method: 'DELETE', path: `/app/users/sessions/${session}`, token });
const activity = async () => {
  const rows = await database().collection('activity').where('tenantId', '==', admin.tenantId).get();
  return rows.docs.map((row) => `${row.get('activity')}: ${row.get('description')}`);
};

test('lists where a person is logged in, with device and network, and marks the session that asks', async () => {
  await mustCall({
    path: '/app/authentication/login',
    headers: { 'x-forwarded-for': '203.0.113.5', 'user-agent': 'Firefox on a Mac' },
    body: { email: admin.email, password },
  });
  const [newest, own] = await sessions(admin.token);
  expect(newest).toMatchObject({ current: false, ip: '203.0.113.5', userAgent: 'Firefox on a Mac' });
  expect(own).toMatchObject({ current: true });
  expect(Date.parse(newest?.expiresAt ?? '') - Date.parse(newest?.createdAt ?? '')).toBe(30 * 24 * 3600_000);
});

test('one session is ended by its id; a foreign one and an unknown one answer 404 alike', async () => {
  const other = await logIn(admin.email, admin.name);
  const stranger = await anAdmin();
  const id = (await sessions(admin.token)).find((session) => !session.current)?.id ?? '';
  const [foreign, unknown] = [await end(stranger.token, id), await end(stranger.token, 'x'.repeat(32))];
  expect([foreign.status, unknown.status, foreign.body.message]).toEqual([404, 404, unknown.body.message]);
  expect(await status(other.token)).toBe(200);
  expect((await end(admin.token, id)).status).toBe(200);
  expect([await status(other.token), await status(admin.token)]).toEqual([401, 200]);
});

test('logging out everywhere ends every session, this one too', async () => {
  const other = await logIn(admin.email, admin.name);
  expect((await call({ method: 'DELETE', path: '/app/users/sessions', token: admin.token })).body.message).toBe(messages.sessionsEnded);
  expect([await status(other.token), await status(admin.token)]).toEqual([401, 401]);
  expect((await login(password)).status).toBe(200);
});

test('the second factor is turned on with the present password alone, and off with both: each is told by mail', async () => {
  expect(await update({ is_enable_two_factor: true })).toMatchObject({
    status: 400, // 401 is for a session that has ended
    body: { error: { details: [{ field: 'current_password', message: messages.confirmIdentity }] } },
  });
  const told = async (change: object) =>
    (await mailAfter(admin.email, async () => expect((await update(change)).status).toBe(200))).subject;
  expect(await told({ is_enable_two_factor: true, current_password: password })).toBe('Two-factor authentication was turned on');
  const mail = await mailAfter(admin.email, () => mustCall({ method: 'POST', path: '/app/users/confirmation-code', token: admin.token }));
  const off = { is_enable_two_factor: false, current_password: password };
  expect((await update(off)).body).toMatchObject({ error: { details: [{ field: 'twoFactorCode', message: messages.confirmByCode }] } });
  expect(await told({ ...off, twoFactorCode: codeIn(mail.text) })).toBe('Two-factor authentication was turned off');
});

test('the present password cannot be guessed over a stolen session', async () => {
  const guess = (at: number) => update({ is_enable_two_factor: true, current_password: `Wrong-${at}` });
  for (let at = 0; at < 10; at += 1) expect((await guess(at)).status).toBe(400);
  expect((await update({ is_enable_two_factor: true, current_password: password })).status).toBe(429);
});

test('a locked account is unlocked by the mailed link, once; an unknown address is locked alike and gets no mail', async () => {
  const unknown = freshEmail();
  const seen = (await mailsTo(admin.email)).map(({ id }) => id);
  for (let at = 0; at < 10; at += 1) {
    const [known, other] = await Promise.all([login(`Wrong-${at}`), login(`Wrong-${at}`, unknown)]);
    expect([known.status, other.status, known.body.message]).toEqual([401, 401, other.body.message]);
  }
  const [locked, lockedUnknown] = [await login(password), await login(password, unknown)];
  expect([locked.status, locked.body.message]).toEqual([429, lockedUnknown.body.message]);
  expect(await mailsTo(unknown)).toEqual([]);
  const mail = await nextMailTo(admin.email, seen);
  expect(mail.text).toContain('/unlock');
  const unlock = () => call({ method: 'POST', path: `/app/authentication/${linkToken(mail)}/unlock` });
  for (const other of ['verify', 'reset-password']) {
    const body = other === 'verify' ? undefined : { password, confirm_password: password };
    expect((await call({ path: `/app/authentication/${linkToken(mail)}/${other}`, body })).status).toBe(404);
  }
  expect(await unlock()).toMatchObject({ status: 200, body: { message: messages.unlocked } });
  expect((await login(password)).status).toBe(200);
  expect((await unlock()).status).toBe(404);
});

test('codes cannot be guessed over resends: after ten wrong ones in an hour even the right one has to wait', async () => {
  await turnOnTwoFactor(admin);
  const challenge = database().doc(`challenges/${admin.id}`);
  const credentials = { email: admin.email, password };
  const check = () => call({ path: '/app/authentication/check-2fa-setting', headers: freshNetwork(), body: credentials });
  const guess = (twoFactorCode: string) =>
    call({ path: '/app/authentication/login', headers: freshNetwork(), body: { ...credentials, twoFactorCode } });
  const statuses: number[] = [];
  for (let resend = 0; resend < 4; resend += 1) {
    const sent = await check();
    statuses.push(sent.status);
    for (let at = 0; at < 6; at += 1) statuses.push((await guess(`x${at}`)).status);
    if ((await challenge.get()).exists) await challenge.update({ sentAt: new Date(Date.now() - 61_000) }); // a minute later
  }
  expect(statuses.at(-1)).toBe(429);
  const [code = ''] = /\b\d{6}\b/.exec((await mailsTo(admin.email))[0]?.text ?? '') ?? [];
  expect((await guess(code)).status).toBe(429);
  expect((await challenge.get()).get('wrongInHour')).toBeLessThanOrEqual(11);
});

test('every account action is a row of the activity log, with who, what and from where', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Probe/1' };
  const as = (request: object) => mustCall({ path: '', token: admin.token, headers, ...request });
  await as({ path: '/app/authentication/login', body: { email: admin.email, password }, token: undefined });
  await as({ method: 'PUT', path: '/app/users/updateUser', body: { is_enable_two_factor: true, current_password: password } });
  await as({ path: '/app/authentication/changeUserKeys', method: 'POST' });
  await as({ path: '/app/authentication/register', body: { name: 'Nia New', email: freshEmail(), role: 'admin' } });
  await as({ path: '/app/authentication/logout', method: 'POST' });
  const rows = await activity();
  for (const expected of [
    'Register Account: Ada Admin opened the account',
    'Verify Account: Ada Admin verified the email address',
    'User Login: Ada Admin logged in from 203.0.113.9 with Probe/1.',
    'Update Account: Ada Admin changed their own settings from 203.0.113.9 with Probe/1.',
    'Change Two-Factor: Ada Admin turned two-factor authentication on from 203.0.113.9 with Probe/1.',
    'Change Keys: Ada Admin changed the API key and the secret key from 203.0.113.9 with Probe/1.',
    'Add User: Ada Admin added Nia New as admin from 203.0.113.9 with Probe/1.',
    'User Logout: Ada Admin logged out from 203.0.113.9 with Probe/1.',
  ]) {
    expect(rows.some((row) => row.startsWith(expected.replace(/\.$/, '')))).toBe(true);
  }
});
