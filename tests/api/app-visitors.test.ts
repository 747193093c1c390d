import { type Analytics, contactMessages, retentionDays } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { type Answer, call, mustCall } from '../support/call.ts';
import { mailsTo, nextMailTo } from '../support/inbox.ts';
import { aSuperadmin, freshEmail, freshNetwork } from '../support/personas.ts';
import { database } from '../support/target.ts';

const chrome = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const team = 'team@bedplate.local';

function view(path: string, headers: Record<string, string> = {}) {
  const body = { path, browser: 'Mosaic', deviceType: 'tablet', os: 'BeOS', ipAddress: '192.0.2.1' };
  return { path: '/api/superadmin/track', body, headers: { 'user-agent': chrome, ...freshNetwork(), ...headers } };
}

async function visitsOf(path: string) {
  return (await database().collection('pageVisits').where('path', '==', path).get()).docs.map((doc) => doc.data());
}

// Covers S0-7-13, S2-2.n-07
test('a visit holds what the server saw, whatever the page claims', async () => {
  const path = `/documentation/${crypto.randomUUID()}`;
  const headers = { 'x-forwarded-for': '203.0.113.77', 'x-country-code': 'nl', 'x-appengine-city': 'utrecht' };
  expect(await mustCall(view(`${path}?q=secret#x`, headers))).toEqual({ success: true });
  const [visit, ...others] = await visitsOf(path);
  expect(others).toEqual([]);
  expect(visit).toMatchObject({
    ipAddress: '203.0.113.77',
    country: 'NL',
    city: 'utrecht',
    browser: 'Chrome',
    os: 'Android',
    deviceType: 'mobile',
    isBot: false,
  });
});

// Covers S0-7-11
test('without a proxy the address is that of the socket', async () => {
  const path = `/about/${crypto.randomUUID()}`;
  const { body } = view(path);
  await mustCall({ path: '/api/superadmin/track', body, headers: { 'user-agent': chrome } });
  expect((await visitsOf(path)).map(({ ipAddress }) => ipAddress)).toEqual(['127.0.0.1']);
});

// Covers S0-7-12
test('a flood from one network is answered 429 with when to come back, and other networks are served', async () => {
  const network = freshNetwork();
  const statuses = new Set<number>();
  let refused: Answer | undefined;
  for (let sent = 0; sent < 1000 && !refused; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(view('/about', network))));
    for (const { status } of answers) statuses.add(status);
    refused = answers.find(({ status }) => status === 429);
  }
  expect([...statuses]).toEqual([200, 429]);
  expect(refused?.body).toMatchObject({ success: false, error: { code: 'too-many-requests' } });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call(view('/about'))).status).toBe(200);
});

test("visits add up to the day's counters, and a visitor counts once a day", async () => {
  const path = `/services/${crypto.randomUUID()}`;
  const day = new Date().toISOString().slice(0, 10);
  const counters = async () => (await database().doc(`analytics/${day}`).get()).data() ?? {};
  const before = await counters();
  const network = freshNetwork();
  await mustCall(view(path, network));
  await mustCall(view(path, network));
  await mustCall(view(path, { ...network, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }));
  const after = await counters();
  expect(after.humans - (before.humans ?? 0)).toBe(2);
  expect(after.bots - (before.bots ?? 0)).toBe(1);
  expect(after.uniqueVisitors - (before.uniqueVisitors ?? 0)).toBe(1);
  expect(after.pages[encodeURIComponent(path)]).toBe(2);
});

test('people who ask not to be tracked leave nothing, and a link that was mailed leaves no secret', async () => {
  const path = `/about/${crypto.randomUUID()}`;
  await mustCall(view(path, { dnt: '1' }));
  await mustCall(view(path, { 'sec-gpc': '1' }));
  expect(await visitsOf(path)).toEqual([]);
  const token = crypto.randomUUID();
  await mustCall(view(`/user/${token}/verify`));
  expect(await visitsOf(`/user/${token}/verify`)).toEqual([]);
});

// Covers S0-7-06
test('the two calls listed with /api answer the same at /app', async () => {
  const plans = ['/api', '/app'].map((base) => call({ path: `${base}/subscriptions/premium-products` }));
  const [listed, own] = await Promise.all(plans);
  expect(listed).toMatchObject({ status: 200, body: { success: true, data: expect.any(Array) } });
  expect([own?.status, own?.body]).toEqual([listed?.status, listed?.body]);
  const path = `/about/${crypto.randomUUID()}`;
  for (const base of ['/api', '/app'])
    expect(await call({ ...view(path), path: `${base}/superadmin/track` })).toMatchObject({ status: 200, body: { success: true } });
  expect(await visitsOf(path)).toHaveLength(2);
  const refusals = await Promise.all(
    ['/api', '/app'].map((base) => call({ path: `${base}/superadmin/track`, body: {}, headers: freshNetwork() })),
  );
  expect(refusals.map(({ status }) => status)).toEqual([400, 400]);
});

test.each([
  [{}, 'path'],
  [{ path: 'about' }, 'path'],
  [{ path: `/${'x'.repeat(500)}` }, 'path'],
  [{ path: '/about', deviceType: 'toaster' }, 'deviceType'],
])('a page view %j is refused', async (body, field) => {
  const answer = await call({ path: '/api/superadmin/track', body, headers: freshNetwork() });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid-argument', details: [{ field }] } } });
});

// Covers S0-8-11
test('a message is kept for the inbox and mailed to the team', async () => {
  const email = freshEmail('writer');
  const seen = (await mailsTo(team)).map(({ id }) => id);
  const body = { name: ' Grace Hopper ', email, message: 'Does LiveSync sleep?\n\nMine does not <b>.' };
  const answer = await mustCall<{ message: string }>({ path: '/app/contact-us', body, headers: freshNetwork() });
  expect(answer.message).toBe(contactMessages.sent);
  const kept = await database().collection('contacts').where('email', '==', email).get();
  expect(kept.docs.map((doc) => doc.data())).toMatchObject([
    { fullName: 'Grace Hopper', email, subject: '', message: body.message, state: 'open', createdAt: expect.anything() },
  ]);
  const [row] = kept.docs;
  expect(row?.get('expiresAt').toMillis() - row?.get('createdAt').toMillis()).toBe(retentionDays.messages * 86_400_000);
  const mail = await nextMailTo(team, seen);
  expect(mail.subject).toBe('Contact: Grace Hopper');
  expect(mail.text).toContain(email);
  expect(mail.html).not.toContain('<b>');
});

test.each([
  [{ name: '', email: 'a@b.cd', message: 'x' }, 'name', contactMessages.required],
  [{ name: 'A', email: 'nobody', message: 'x' }, 'email', contactMessages.emailShape],
  [{ name: 'A', email: 'a@b.cd', message: '  ' }, 'message', contactMessages.required],
  // Covers S0-5-01, S0-5-03
])('the message %j is refused by the server too', async (body, field, message) => {
  const answer = await call({ path: '/app/contact-us', body, headers: freshNetwork() });
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message), error: { details: [{ field }] } } });
});

test('a program that fills in the hidden field gets the usual answer, and nothing is kept', async () => {
  const email = freshEmail('program');
  const body = { name: 'P', email, message: 'Buy now', website: 'https://spam.example' };
  expect((await call({ path: '/app/contact-us', body, headers: freshNetwork() })).status).toBe(200);
  expect((await database().collection('contacts').where('email', '==', email).get()).size).toBe(0);
});

test('the sixth message of a network in an hour is refused and not kept', async () => {
  const headers = freshNetwork();
  const email = freshEmail('flood');
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const body = { name: 'F', email: `${n}-${email}`, message: 'Again' };
    statuses.push((await call({ path: '/app/contact-us', body, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await database().collection('contacts').where('email', '==', `5-${email}`).get()).size).toBe(0);
});

test('votes on pages of the documentation add up for staff, and keep nothing of the reader', async () => {
  const path = `/documentation/topic-${crypto.randomUUID().slice(0, 8)}`;
  const vote = (body: object) => call({ path: '/app/documentation/votes', body, headers: freshNetwork() });
  for (const useful of [true, false, true]) expect(await vote({ path, useful })).toMatchObject({ status: 200, body: { success: true } });
  const { token } = await aSuperadmin();
  const day = new Date().toISOString().slice(0, 10);
  const { data } = await mustCall<{ data: Analytics }>({ path: `/app/superadmin/analytics?from=${day}&to=${day}`, token });
  expect(data.documentation).toContainEqual({ path, useful: 2, notUseful: 1 });
  expect(await visitsOf(path)).toEqual([]);
});

test.each([
  { path: '/documentation/fields' },
  { path: '/documentation/fields', useful: 'yes' },
  { path: '/about', useful: true },
  { path: '/documentation/a/b', useful: true },
  { path: `/documentation/${'x'.repeat(61)}`, useful: false },
  { path: '/documentation/%2E%2E', useful: false },
])('a vote that is none is refused: %j', async (body) => {
  expect((await call({ path: '/app/documentation/votes', body, headers: freshNetwork() })).status).toBe(400);
});
