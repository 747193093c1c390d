import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { postFromPage } from '../../../test/from-page.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { updateStorage } from '../../domain/storages/storages.ts';
import { issuer, password, pat, pkce, providerWorld, returnTo } from '../../../test/provider-world.ts';

const world = providerWorld();
const { usersWith, post, atProvider, comeBack, through, signIn, link, register } = world;
type Users = Awaited<ReturnType<typeof usersWith>>;
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };
const count = async ({ path }: Users) => (await world.api.call(`${path}/count`)).body.data.count as number;

test('a person signs in elsewhere, is a new user the first time and the same one later, also with another address', async () => {
  const users = await usersWith();
  const first = await signIn(users, pat);
  expect(first).toMatchObject({
    status: 200,
    body: { data: { email: pat.email, name: 'Pat' }, accessToken: expect.stringMatching(/^bpu_/) },
  });
  const second = await signIn(users, { ...pat, email: 'other@example.test', name: 'Patricia' });
  expect(second.body.data).toMatchObject({ id: first.body.data.id, email: pat.email, name: 'Pat' });
  expect((await post(users, 'refresh', { refreshToken: second.body.refreshToken })).status).toBe(200);
  expect(await count(users)).toBe(1);
});

test('first sign-ins at once make one user', async () => {
  const users = await usersWith();
  const arrivals = await Promise.all(Array.from({ length: 8 }, () => through(users, pat)));
  const answers = await Promise.all(arrivals.map(({ token, verifier }) => post(users, 'sign-in/verify', { token, verifier })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200)); // those that were slower find the user of the first
  expect(await count(users)).toBe(1);
});

test('first sign-ins at once of a known or an invited person all sign in, and link or accept once', async () => {
  const [known, invited] = [await usersWith(), await usersWith({ signUp: 'invitation' })];
  const { data } = await register(known, 'pat');
  await databaseOf(world.api.services.store)
    .doc(`storages/${known.id}/accounts/${data.id}`)
    .set({ provenEmail: sha256(pat.email) });
  await world.api.call(`${invited.path}/invitations`, { body: { email: pat.email, fields: { role: 'editor' } } });
  for (const users of [known, invited]) {
    const arrivals = await Promise.all(Array.from({ length: 6 }, () => through(users, pat)));
    const answers = await Promise.all(arrivals.map(({ token, verifier }) => post(users, 'sign-in/verify', { token, verifier })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await count(users)).toBe(1);
  }
});

test('a provider proves the address of somebody who came without a name, and ends their sessions', async () => {
  const users = await usersWith({ methods: ['anonymous'] });
  const before = (await post(users, 'sign-in/anonymous', {})).body;
  await world.api.call(`${users.path}/dataId/${before.data.id}`, { method: 'PUT', body: { email: pat.email } });
  expect((await signIn(users, pat)).body.data.id).toBe(before.data.id);
  expect((await post(users, 'refresh', { refreshToken: before.refreshToken })).status).toBe(401);
  const account = databaseOf(world.api.services.store).doc(`storages/${users.id}/accounts/${before.data.id}`);
  expect((await account.get()).get('provenEmail')).toBe(sha256(pat.email));
});

test('the address that people are sent to has PKCE, a state, a nonce and one exact callback; no secret', async () => {
  const users = await usersWith();
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge })).body;
  const { searchParams } = new URL(url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `http://localhost:5000/api/users/${users.id}/sign-in/callback/acme`,
    nonce: expect.stringMatching(/^.{32}$/),
    state: expect.stringMatching(/^.{68}$/),
  });
  expect(url).not.toContain('hush');
});

test.each([
  'https://shop.example.com.evil.test/in',
  'https://shop.example.com@evil.test/in',
  'https://shop.example.com:8443/in',
  'https://shop.example.com/in/',
  'https://shop.example.com/in?x',
  'https://SHOP.example.com/in',
])('nobody comes back to %s', async (address) => {
  const users = await usersWith();
  const answer = await post(users, 'sign-in/provider', { provider: 'acme', returnTo: address, codeChallenge: pkce().codeChallenge });
  expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'returnTo' }] } } });
});

test('a state that is missing, foreign, of another storage or provider, or used gets no code', async () => {
  const acme = { id: 'acme', kind: 'oidc', issuer, clientId: 'shop', clientSecret: 'hush-hush' } as const;
  const [users, others] = [await usersWith({ providers: [acme, { ...acme, id: 'other' }] }), await usersWith()];
  const { codeChallenge } = pkce();
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge })).body;
  const back = await atProvider(url, pat);
  const changed = (change: (to: URL) => void) => {
    const to = new URL(back);
    change(to);
    return comeBack(to.href);
  };
  expect((await changed((to) => to.searchParams.delete('state'))).status).toBe(401);
  expect((await changed((to) => to.searchParams.set('state', 'x'.repeat(68)))).status).toBe(401);
  expect((await comeBack(back.replace(users.id, others.id))).status).toBe(401);
  const toOther = (await post(users, 'sign-in/provider', { provider: 'other', returnTo, codeChallenge })).body.url;
  expect((await comeBack((await atProvider(toOther, pat)).replace('/callback/other', '/callback/acme'))).status).toBe(401);
  expect((await comeBack(back)).status).toBe(303);
  expect((await comeBack(back)).status).toBe(401);
});

test.each([
  ['no nonce', { claims: { nonce: undefined } }],
  ['another nonce', { claims: { nonce: 'x' } }],
  ['another issuer', { claims: { iss: 'https://evil.test' } }],
  ['another audience', { claims: { aud: 'other' } }],
  ['two audiences and a wrong azp', { claims: { aud: ['shop', 'other'], azp: 'other' } }],
  ['an end that is over', { claims: { exp: 1_000 } }],
  ['no subject', { claims: { sub: undefined } }],
  ['no signature', { alg: 'none' as const }],
  ['a signature by another key', { alg: 'foreign' as const }],
  ['a signature by a shared secret', { alg: 'HS256' as const }],
])('an ID token with %s signs nobody in', async (_, forgery) => {
  const users = await usersWith();
  world.provider.forge(forgery);
  const { to, token } = await through(users, pat);
  expect([to.hash, token]).toEqual(['#sign-in-error=failed', '']);
  expect(await count(users)).toBe(0);
});

test('a network begins a hundred sign-ins elsewhere in 15 minutes', async () => {
  const users = await usersWith();
  const body = { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge };
  const begin = () => postFromPage(world.api, users, 'sign-in/provider', { body, ip: '203.0.113.77' });
  expect((await begin()).status).toBe(200);
  const counters = (await databaseOf(world.api.services.store).collection('attempts').get()).docs.filter(
    (each) => each.get('scope') === 'app-user-provider-ip',
  );
  for (const { ref } of counters) await ref.update({ count: 100 });
  expect((await begin()).status).toBe(429);
  for (const { ref } of counters) await ref.delete();
});

test('an answer of another issuer is not taken (mix-up)', async () => {
  const users = await usersWith();
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge })).body;
  const back = new URL(await atProvider(url, pat));
  back.searchParams.set('iss', 'https://evil.test');
  expect((await comeBack(back.href)).to.hash).toBe('#sign-in-error=failed');
});

test.each([
  ['archived', { archived: true }],
  ['no users storage', { storageKey: 'orders' }],
  ['without providers', { 'signIn.providers': [] }],
])('nobody comes back to a storage that is %s meanwhile', async (_, change) => {
  const users = await usersWith();
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge })).body;
  const back = await atProvider(url, pat);
  await databaseOf(world.api.services.store).doc(`storages/${users.id}`).update(change);
  const unknown = back.replace(/state=[^&]*/, 'state=x');
  await expect.poll(async () => (await comeBack(unknown)).status, { timeout: 30_000 }).toBe(404);
  expect((await comeBack(back)).status).toBe(404);
});

test('whoever cancels comes back without a code', async () => {
  const users = await usersWith();
  expect((await through(users, { ...pat, go: 'no' })).to.href).toBe(`${returnTo}#sign-in-error=denied`);
});

test('cancelling is told apart from a failure in Apple’s word as well', async () => {
  const users = await usersWith();
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge })).body;
  const back = (await atProvider(url, { ...pat, go: 'no' })).replace('access_denied', 'user_cancelled_authorize');
  expect((await comeBack(back)).to.hash).toBe('#sign-in-error=denied');
});

test('the code works once, for the page that began; a wrong verifier kills it', async () => {
  const users = await usersWith();
  const a = await through(users, pat);
  expect(await post(users, 'sign-in/verify', { token: a.token })).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', { token: a.token, verifier: a.verifier })).toMatchObject(wrong);
  const b = await through(users, pat);
  expect(await post(users, 'sign-in/verify', { token: b.token, verifier: pkce().verifier })).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', { token: b.token, verifier: b.verifier })).toMatchObject(wrong);
  const d = await through(users, pat);
  expect((await post(users, 'sign-in/verify', { token: d.token, verifier: d.verifier })).status).toBe(200);
  expect(await post(users, 'sign-in/verify', { token: d.token, verifier: d.verifier })).toMatchObject(wrong);
});

test('an address that the provider does not vouch for leads to nobody’s account', async () => {
  const users = await usersWith();
  await post(users, 'sign-up', { username: 'victim', email: 'victim@example.test', password });
  const thief = await signIn(users, { sub: 'thief', email: 'victim@example.test', email_verified: 'false' });
  expect(thief.body.data.username).not.toBe('victim');
  expect(thief.body.data.email).toBeUndefined();
  expect((await post(users, 'sign-in/password', { username: 'victim', password })).status).toBe(200);
});

test('an address that reads alike is another mailbox: it leads to nobody’s account and to no invitation', async () => {
  const users = await usersWith({ signUp: 'invitation' });
  await world.api.call(`${users.path}/invitations`, { body: { email: 'boss@straße.example', fields: { role: 'admin' } } });
  const thief = { sub: 'alike', email: 'boss@strasse.example', email_verified: 'true' };
  expect((await signIn(users, thief)).status).toBe(403);
  const open = await usersWith();
  const victim = (await post(open, 'sign-up', { username: 'victim', email: 'ann@straße.example', password })).body.data;
  const database = databaseOf(world.api.services.store);
  await database.doc(`storages/${open.id}/accounts/${victim.id}`).set({ provenEmail: sha256('ann@straße.example') });
  const came = await signIn(open, { sub: 'alike', email: 'ann@strasse.example', email_verified: 'true' });
  expect(came.status).toBe(200);
  expect(came.body.data.id).not.toBe(victim.id);
  expect(came.body.data.email).toBeUndefined();
  expect((await signIn(open, { sub: 'ann', email: 'ANN@straße.example', email_verified: 'true' })).body.data.id).toBe(victim.id);
});

test('who proves an address elsewhere takes it from somebody who never did, with every way in', async () => {
  const users = await usersWith();
  const thief = (await post(users, 'sign-up', { username: 'thief', email: pat.email, password })).body;
  const owner = await signIn(users, pat);
  expect(owner.body.data.id).toBe(thief.data.id);
  expect((await post(users, 'sign-in/password', { username: 'thief', password })).status).toBe(401);
  expect((await post(users, 'refresh', { refreshToken: thief.refreshToken })).status).toBe(401);
  await vi.waitFor(async () => expect((await world.api.call(`${users.path}/me`, { bearer: thief.accessToken })).status).toBe(401), {
    timeout: 30_000,
  });
  // So it does from somebody who came without a name and got it from the app.
  const open = await usersWith({ methods: ['password', 'anonymous'] });
  const guest = (await post(open, 'sign-in/anonymous', {})).body;
  await world.api.call(`${open.path}/dataId/${guest.data.id}`, { method: 'PUT', body: { email: pat.email } });
  expect((await signIn(open, pat)).body.data.id).toBe(guest.data.id);
  expect((await post(open, 'refresh', { refreshToken: guest.refreshToken })).status).toBe(401);
});

test('an address that is proved by a mail and elsewhere at the same moment makes one user', async () => {
  const users = await usersWith({ verifyEmail: true });
  const { challenge } = (await post(users, 'sign-up', { username: 'pat', email: pat.email, password })).body;
  const text = () => world.api.mails.findLast(({ to }) => to === pat.email)?.mail.text ?? '';
  await expect.poll(text).toMatch(/^\d{6}$/m);
  const [code] = /^\d{6}$/m.exec(text()) ?? [];
  const { token, verifier } = await through(users, pat);
  const answers = await Promise.all([
    post(users, 'sign-in/verify', { challenge, code }),
    post(users, 'sign-in/verify', { token, verifier }),
  ]);
  for (const { status } of answers) expect(status).toBeOneOf([200, 409]);
  expect(await count(users)).toBe(1);
  const { id } = (await signIn(users, pat)).body.data;
  const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.id] : []));
  expect(new Set(ids)).toEqual(new Set([id]));
  expect(await count(users)).toBe(1);
});

test('sign-up is asked for as of others: closed, and by the domain of a proved address alone', async () => {
  const closed = await usersWith({ signUp: 'closed' });
  expect((await signIn(closed, pat)).status).toBe(403);
  const firm = await usersWith({ signUp: 'domain', mailDomains: ['firm.example'] });
  expect((await signIn(firm, { sub: 'a', email: 'a@firm.example', email_verified: 'false' })).status).toBe(403);
  expect((await signIn(firm, { sub: 'b', email: 'b@firm.example', email_verified: 'true' })).status).toBe(200);
});

test('a new person is told to the owner’s server first, and nobody else', async () => {
  const asking = await usersWith({ hook: { url: `${issuer}/nowhere`, secret: 'a-secret-of-the-owner', onFailure: 'refuse' } });
  expect((await signIn(asking, pat)).status).toBe(503);
  expect((await world.api.call(`${asking.path}/count`)).body.data.count).toBe(0);
});

test('an invitation lets in whom a provider vouches for, once, with what the owner gives', async () => {
  const invited = await usersWith({ signUp: 'invitation' });
  await world.api.call(`${invited.path}/invitations`, { body: { email: 'ida@firm.example', fields: { role: 'editor' } } });
  expect((await signIn(invited, { sub: 'c', email: 'ida@firm.example', email_verified: 'false' })).status).toBe(403);
  const ida = await signIn(invited, { sub: 'd', email: 'ida@firm.example', email_verified: 'true' });
  expect(ida).toMatchObject({ status: 200, body: { data: { email: 'ida@firm.example', role: 'editor' } } });
  expect((await world.api.call(`${invited.path}/invitations`)).body.data).toEqual([]);
});

test('an invitation that is taken back while its person signs in lets them in or not, and breaks nothing', async () => {
  const invited = await usersWith({ signUp: 'invitation' });
  let people = 0;
  const steps = await leavingAtEachStep(world.api.services.store, async () => {
    const [email, before] = [`guest-${++people}@firm.example`, await count(invited)];
    await world.api.call(`${invited.path}/invitations`, { body: { email } });
    const { id } = (await world.api.call(`${invited.path}/invitations`)).body.data[0];
    const { token, verifier } = await through(invited, { sub: email, email, email_verified: 'true' });
    let status = 0;
    return {
      leave: () => world.api.call(`${invited.path}/invitations/${id}`, { method: 'DELETE' }),
      run: async () => ({ status } = await post(invited, 'sign-in/verify', { token, verifier })),
      check: async (step) =>
        expect([step, status, (await count(invited)) - before]).toBeOneOf([
          [step, 200, 1],
          [step, 403, 0],
        ]),
    };
  });
  expect(steps).toBeGreaterThan(4);
});

test('a second factor is asked for after a sign-in elsewhere', async () => {
  const users = await usersWith({ secondFactor: 'required' });
  const asked = await signIn(users, pat);
  expect(asked.body).toMatchObject({ factor: 'totp', setUp: { secret: expect.any(String) } });
  expect(asked.body.accessToken).toBeUndefined();
});

test('an address that both have links the account elsewhere once the second factor is proved, and not before', async () => {
  const users = await usersWith({ secondFactor: 'optional' });
  const { accessToken: bearer, data } = await register(users, 'pat'); // with the address of the person elsewhere
  const account = databaseOf(world.api.services.store).doc(`storages/${users.id}/accounts/${data.id}`);
  await account.set({ provenEmail: sha256(pat.email) });
  const { challenge, setUp } = (await post(users, 'me/second-factor', { currentPassword: password }, bearer)).body;
  const code = new TOTP({ secret: Secret.fromBase32(setUp.secret) }).generate();
  const { recoveryCodes } = (await post(users, 'me/second-factor/verify', { challenge, code }, bearer)).body;
  const linked = async () => (await world.api.call(`${users.path}/me/identities`, { bearer })).body.data.length;
  const asked = await signIn(users, pat);
  expect(asked.body).toMatchObject({ factor: 'totp' });
  expect(await post(users, 'sign-in/verify', { challenge: asked.body.challenge, code: 'aaaaaa-bbbbbb' })).toMatchObject(wrong);
  expect(await linked()).toBe(0);
  const done = await post(users, 'sign-in/verify', { challenge: asked.body.challenge, code: recoveryCodes[0] });
  expect(done).toMatchObject({ status: 200, body: { data: { username: 'pat' } } });
  expect(await linked()).toBe(1);
  expect((await signIn(users, { ...pat, email: 'moved@example.test' })).body).toMatchObject({ factor: 'totp' });
});

test('an account elsewhere that becomes another user’s before the second factor is proved stays theirs', async () => {
  const users = await usersWith({ secondFactor: 'optional' });
  const { accessToken: bearer, data } = await register(users, 'pat');
  const account = databaseOf(world.api.services.store).doc(`storages/${users.id}/accounts/${data.id}`);
  await account.set({ provenEmail: sha256(pat.email) });
  const { challenge, setUp } = (await post(users, 'me/second-factor', { currentPassword: password }, bearer)).body;
  const code = new TOTP({ secret: Secret.fromBase32(setUp.secret) }).generate();
  const { recoveryCodes } = (await post(users, 'me/second-factor/verify', { challenge, code }, bearer)).body;
  const asked = (await signIn(users, pat)).body;
  const eve = (await register(users, 'eve')).accessToken;
  expect((await link(users, eve, pat)).ended.status).toBe(200);
  const done = await post(users, 'sign-in/verify', { challenge: asked.challenge, code: recoveryCodes[0] });
  expect(done).toMatchObject({ status: 200, body: { data: { username: 'pat' } } });
  expect((await world.api.call(`${users.path}/me/identities`, { bearer })).body.data).toEqual([]);
  expect((await signIn(users, pat)).body.data.username).toBe('eve');
});

test('new people of one network come by a provider twenty times an hour, and while writes are on', async () => {
  const users = await usersWith();
  const arrive = ({ token, verifier }: Awaited<ReturnType<typeof through>>) =>
    postFromPage(world.api, users, 'sign-in/verify', { body: { token, verifier }, ip: '203.0.113.7' });
  const early = await through(users, { sub: 'early' });
  const { platform } = world.api.services;
  const { settings } = platform;
  const before = await settings();
  Object.assign(platform, { settings: async () => ({ ...before, switches: { ...before.switches, dataApiWrites: false } }) });
  expect((await arrive(early)).status).toBe(503);
  Object.assign(platform, { settings });
  const answers: number[] = [];
  for (let at = 0; at < 21; at += 1) answers.push((await arrive(await through(users, { sub: `n-${at}` }))).status);
  expect(answers).toEqual([...Array(20).fill(200), 429]);
  expect(await count(users)).toBe(20);
  expect((await arrive(await through(users, { sub: 'n-3' }))).status).toBe(200); // who is known comes in
});

test('a deleted account is not made a second time while it can come back', async () => {
  const users = await usersWith();
  const { data, accessToken } = (await signIn(users, pat)).body;
  expect((await post(users, 'me/delete', {}, accessToken)).status).toBe(200);
  expect((await signIn(users, pat)).status).toBe(403);
  await world.api.call(`${users.path}/dataId/${data.id}?permanent=true`, { method: 'DELETE' });
  await databaseOf(world.api.services.store).doc(`storages/${users.id}/deleted/${data.id}`).delete();
  expect((await signIn(users, { sub: pat.sub })).status).toBe(200);
});

test('a person whose user is gone for good comes again as another one', async () => {
  const users = await usersWith();
  const { id } = (await signIn(users, pat)).body.data;
  expect((await world.api.call(`${users.path}/dataId/${id}?permanent=true`, { method: 'DELETE' })).status).toBe(200);
  const again = await signIn(users, pat);
  expect(again).toMatchObject({ status: 200, body: { data: { email: pat.email } } });
  expect(again.body.data.id).not.toBe(id);
  expect((await signIn(users, pat)).body.data.id).toBe(again.body.data.id);
});

test('a secret is stored sealed, never shown, kept by a change, and told to no other issuer', async () => {
  const users = await usersWith();
  const path = { projectId: 'p1', storageId: users.id };
  const given = { id: 'acme', kind: 'oidc', issuer, clientId: 'shop' } as const;
  const change = (provider: object) =>
    updateStorage(world.api.services, { caller: admin, path, change: { signIn: { providers: [{ ...given, ...provider }] } } });
  expect(JSON.stringify(await change({}))).not.toMatch(/clientSecret|hush/);
  const stored = async () => JSON.stringify((await databaseOf(world.api.services.store).doc(`storages/${users.id}`).get()).get('signIn'));
  expect(await stored()).toMatch(/clientSecret/);
  expect(await stored()).not.toContain('hush');
  expect((await signIn(users, pat)).status).toBe(200);
  const refused = { status: 400, details: [{ field: 'signIn.providers[0].clientSecret' }] };
  await expect(change({ issuer: 'https://evil.example.com' })).rejects.toMatchObject(refused);
  await expect(change({ id: 'other' })).rejects.toMatchObject(refused);
  await expect(change({ clientSecret: 'x', issuer: 'http://169.254.169.254' })).rejects.toMatchObject({ status: 400 });
  await expect(change({ clientSecret: 'x', issuer: 'https://10.0.0.1' })).rejects.toMatchObject({ status: 400 });
});

test('a state lasts ten minutes, a code one', async () => {
  const users = await usersWith();
  const { token, verifier } = await through(users, pat);
  world.time.ahead += 61_000;
  expect(await post(users, 'sign-in/verify', { token, verifier })).toMatchObject(wrong);
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge })).body;
  const back = await atProvider(url, pat);
  world.time.ahead += 601_000;
  expect((await comeBack(back)).status).toBe(401);
});
