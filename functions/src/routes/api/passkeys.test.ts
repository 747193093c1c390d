import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SignInInput } from '@bedplate/contract';
import { startApi } from '../../../test/api-server.ts';
import { appPage as origin, postFromPage } from '../../../test/from-page.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { type Device, softPasskey } from '../../../test/soft-passkey.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let now = Date.now();

const page = { origin, domain: 'shop.example.com' };
const password = 'a-pass-word-1';
const minute = 60_000;
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };

beforeAll(async () => {
  api = await startApi({ clock: () => now });
});
afterAll(() => api.stop());

const usersWith = (signIn: SignInInput = {}) =>
  api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [origin], methods: ['password', 'code', 'passkey', 'anonymous'], ...signIn },
  });
type Users = Awaited<ReturnType<typeof usersWith>>;
interface Caller {
  bearer?: string | undefined;
  from?: string | undefined;
  ip?: string;
}
const post = (users: Users, call: string, { from, ...sent }: Caller & { body?: object } = {}) =>
  postFromPage(api, users, call, { ...sent, origin: from });

const signUp = async (users: Users, username: string): Promise<string> =>
  (await post(users, 'sign-up', { body: { username, email: `${username}@example.test`, password } })).body.accessToken;
const mailed = (to: string) => api.mails.filter((mail) => mail.to === to).map(({ mail }) => mail.subject);

/** A user who is signed in, with a passkey. */
async function withPasskey(
  users: Users,
  username: string,
  { from = origin, at = page, ...device }: Device & { from?: string; at?: typeof page } = {},
) {
  const bearer = await signUp(users, username);
  const begun = await post(users, 'me/passkeys', { body: { currentPassword: password }, bearer, from });
  const key = softPasskey();
  const userHandle: string = begun.body.passkey.user.id;
  const made = key.make(at, begun.body.passkey.challenge, device);
  const body = { challenge: begun.body.challenge, passkey: made, name: 'Phone' };
  const added = await post(users, 'me/passkeys/verify', { body, bearer, from });
  expect(added).toMatchObject({ status: 200, body: { data: { name: 'Phone' } } });
  return { bearer, key, userHandle, id: added.body.data.id as string, options: begun.body.passkey, sent: body };
}
type Person = Awaited<ReturnType<typeof withPasskey>>;
const begin = async (users: Users, from = origin) => (await post(users, 'sign-in/passkey', { from })).body;
const send = (users: Users, challenge: string, passkey: object, from = origin) =>
  post(users, 'sign-in/verify', { body: { challenge, passkey }, from });
async function signIn(users: Users, { key, userHandle }: Pick<Person, 'key' | 'userHandle'>, device: Device = {}) {
  const { challenge, passkey } = await begin(users);
  return send(users, challenge, key.sign(page, passkey.challenge, { ...device, userHandle }));
}

test('a passkey that a user has made signs in without a name, and a mail tells of it', async () => {
  const users = await usersWith();
  const ann = await withPasskey(users, 'ann');
  expect(ann.options).toMatchObject({
    rp: { id: 'shop.example.com' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  });
  expect(Buffer.from(ann.userHandle, 'base64url').toString()).not.toContain('ann');
  const begun = await begin(users);
  expect(begun.passkey).toMatchObject({ rpId: 'shop.example.com', userVerification: 'required' });
  expect(begun.passkey.allowCredentials ?? []).toEqual([]);
  expect(await signIn(users, ann)).toMatchObject({
    status: 200,
    body: { data: { username: 'ann' }, accessToken: expect.stringMatching(/^bpu_/) },
  });
  expect(mailed('ann@example.test')).toEqual([expect.stringContaining('new passkey')]);
});

test('a challenge takes one answer, right or wrong, in parallel too, for five minutes', async () => {
  const users = await usersWith();
  const bob = await withPasskey(users, 'bob');
  const { challenge, passkey } = await begin(users);
  const right = bob.key.sign(page, passkey.challenge, bob);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => send(users, challenge, right)));
  expect(crowd.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  expect(await send(users, challenge, right)).toMatchObject(wrong);

  const second = await begin(users);
  expect(await send(users, second.challenge, right)).toMatchObject(wrong); // signed for the first one
  expect(await send(users, second.challenge, bob.key.sign(page, second.passkey.challenge, bob))).toMatchObject(wrong);

  const late = await begin(users);
  now += 5 * minute;
  expect(await send(users, late.challenge, bob.key.sign(page, late.passkey.challenge, bob))).toMatchObject(wrong);
});

test('a passkey signs in at the page and for the domain that asked, with the person made sure of', async () => {
  const other = 'https://shop.example.com.evil.test';
  const users = await usersWith({ origins: [origin, 'https://other.example.org'] });
  const eve = await withPasskey(users, 'eve');
  expect((await post(users, 'sign-in/passkey', { from: other })).status).toBe(403);
  const attempts: [string, { origin: string; domain: string }, Device][] = [
    ['another page', { ...page, origin: other }, {}],
    ['another domain', { ...page, domain: 'evil.test' }, {}],
    ['nobody made sure of', page, { isVerified: false }],
    ['a key that could not be copied before', page, { canSync: false }],
  ];
  for (const [name, at, device] of attempts) {
    const { challenge, passkey } = await begin(users);
    const answer = await send(users, challenge, eve.key.sign(at, passkey.challenge, { ...device, userHandle: eve.userHandle }));
    expect([name, answer]).toMatchObject([name, wrong]);
  }
  // A challenge of one page is nothing at another that the storage names as well.
  const { challenge, passkey } = await begin(users);
  expect(await send(users, challenge, eve.key.sign(page, passkey.challenge, eve), 'https://other.example.org')).toMatchObject(wrong);
  expect((await signIn(users, eve)).status).toBe(200);
});

test('another user’s passkey, one of another storage, an unknown user and an unknown passkey get one answer', async () => {
  const [users, others] = [await usersWith(), await usersWith()];
  const [victim, thief, foreign] = [
    await withPasskey(users, 'victim'),
    await withPasskey(users, 'thief'),
    await withPasskey(others, 'victim'),
  ];
  const nobody = Buffer.from('0'.repeat(20)).toString('base64url');
  const answers = [
    await signIn(users, { key: thief.key, userHandle: victim.userHandle }),
    await signIn(users, { key: victim.key, userHandle: thief.userHandle }),
    await signIn(users, foreign),
    await signIn(users, { key: thief.key, userHandle: nobody }),
    await signIn(users, { key: softPasskey(), userHandle: victim.userHandle }),
    ...(await Promise.all(
      ['.', '..', 'a/b', '__a__', 'x'.repeat(60)].map((name) =>
        signIn(users, { key: thief.key, userHandle: Buffer.from(name).toString('base64url') }),
      ),
    )),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ ...wrong, body: { message: answers[0]?.body.message } });
  const { challenge, passkey } = await begin(users);
  const signed = { ...thief.key.sign(page, passkey.challenge, victim), id: victim.key.id };
  expect(await send(users, challenge, signed)).toMatchObject(wrong);
  // The answer of a device that makes a passkey is no signature.
  const making = await begin(users);
  expect(await send(users, making.challenge, victim.key.make(page, making.passkey.challenge))).toMatchObject(wrong);
});

test('a device that counts back signs nobody in, and its user is told', async () => {
  const users = await usersWith();
  const dan = await withPasskey(users, 'dan', { counter: 5, canSync: false });
  const at = async (counter: number) => (await signIn(users, dan, { counter, canSync: false })).status;
  expect([await at(6), await at(9), await at(9), await at(7), await at(0), await at(10)]).toEqual([200, 200, 401, 401, 401, 200]);
  expect(mailed('dan@example.test').filter((subject) => subject.includes('copied'))).toHaveLength(3);
});

test('a passkey that is taken away while it signs in begins no session', async () => {
  const users = await usersWith();
  const ada = await withPasskey(users, 'ada', { counter: 1, canSync: false });
  const accounts = databaseOf(api.services.store).collection(`storages/${users.id}/accounts`);
  const [account] = (await accounts.get()).docs;
  const kept = account?.data() ?? {};
  const steps = await leavingAtEachStep(api.services.store, async () => {
    await account?.ref.set(kept);
    const { challenge, passkey } = await begin(users);
    let status = 0;
    return {
      leave: async () => void (await account?.ref.update({ passkeys: {} })),
      run: async () =>
        (status = (await send(users, challenge, ada.key.sign(page, passkey.challenge, { ...ada, counter: 9, canSync: false }))).status),
      check: async (step) => expect([step, status]).toEqual([step, 401]),
    };
  });
  expect(steps).toBeGreaterThan(2);
});

test('a passkey of a way that is switched off meanwhile neither signs in nor is made', async () => {
  const users = await usersWith();
  const bo = await withPasskey(users, 'bo');
  const { challenge, passkey } = await begin(users);
  const set = { body: { currentPassword: password }, bearer: bo.bearer };
  const begun = (await post(users, 'me/passkeys', set)).body;
  await databaseOf(api.services.store)
    .doc(`storages/${users.id}`)
    .set({ signIn: { methods: ['password'] } }, { merge: true });
  await expect.poll(async () => (await post(users, 'sign-in/passkey')).status).toBe(403);
  expect((await send(users, challenge, bo.key.sign(page, passkey.challenge, bo))).status).toBe(403);
  expect((await post(users, 'me/passkeys', set)).status).toBe(403);
  const made = softPasskey().make(page, begun.passkey.challenge);
  expect((await post(users, 'me/passkeys/verify', { body: { challenge: begun.challenge, passkey: made }, bearer: bo.bearer })).status).toBe(
    403,
  );
});

test('a passkey is made with a fresh proof, for its challenge, user and page', async () => {
  const users = await usersWith();
  const bearer = await signUp(users, 'fay');
  const start = (currentPassword?: string, from?: string) => post(users, 'me/passkeys', { body: { currentPassword }, bearer, from });
  expect((await start()).status).toBe(403);
  expect((await start('wrong')).status).toBe(403);
  expect((await start(password, 'https://evil.test')).status).toBe(403);
  const guest = (await post(users, 'sign-in/anonymous')).body.accessToken;
  expect((await post(users, 'me/passkeys', { bearer: guest })).status).toBe(403);

  const gus = await withPasskey(users, 'gus');
  expect(await post(users, 'me/passkeys/verify', { body: gus.sent, bearer: gus.bearer })).toMatchObject(wrong); // used
  const key = softPasskey();
  const finish = async (make: (challenge: string) => object, { by = bearer }: { by?: string } = {}) => {
    const { challenge, passkey } = (await start(password)).body;
    return post(users, 'me/passkeys/verify', { body: { challenge, passkey: make(passkey.challenge) }, bearer: by });
  };
  expect(await finish((signs) => key.make(page, signs), { by: gus.bearer })).toMatchObject(wrong);
  expect(await finish(() => key.make(page, 'AAAA'))).toMatchObject(wrong);
  expect(await finish((signs) => key.make({ ...page, origin: 'https://evil.test' }, signs))).toMatchObject(wrong);
  expect(await finish((signs) => key.make({ ...page, domain: 'evil.test' }, signs))).toMatchObject(wrong);
  expect(await finish((signs) => key.make(page, signs, { isVerified: false }))).toMatchObject(wrong);
  expect((await finish((signs) => key.make(page, signs))).status).toBe(200);
  expect((await finish((signs) => key.make(page, signs))).status).toBe(409);
  const { challenge } = await begin(users);
  expect(await post(users, 'me/passkeys/verify', { body: { ...gus.sent, challenge }, bearer: gus.bearer })).toMatchObject(wrong);
});

test('a challenge for a new passkey is its user’s, of users without a password too', async () => {
  const users = await usersWith();
  const bearerOf = async (username: string) => {
    const person = await withPasskey(users, username);
    const { id } = (await api.call(`${users.path}/me`, { bearer: person.bearer })).body.data;
    await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: null } });
    return (await signIn(users, person)).body.accessToken as string;
  };
  const [lea, mia] = [await bearerOf('lea'), await bearerOf('mia')];
  const { challenge, passkey } = (await post(users, 'me/passkeys', { bearer: lea })).body;
  const body = { challenge, passkey: softPasskey().make(page, passkey.challenge) };
  expect(await post(users, 'me/passkeys/verify', { body, bearer: mia })).toMatchObject(wrong);
});

test('passkeys are listed, renamed and removed, but for the last way in', async () => {
  const users = await usersWith({ methods: ['password', 'passkey'] });
  const { bearer, id, key, userHandle } = await withPasskey(users, 'hal');
  const list = async () => (await api.call(`${users.path}/me/passkeys`, { bearer })).body.data;
  expect(await post(users, `me/passkeys/${id}/rename`, { body: { name: 'Laptop' }, bearer })).toMatchObject({ status: 200 });
  expect(await list()).toEqual([
    { id, name: 'Laptop', domain: 'shop.example.com', isSynced: true, createdAt: expect.any(String), lastUsedAt: expect.any(String) },
  ]);
  const eve = await signUp(users, 'eve');
  const remove = (body: object, by = bearer) => post(users, `me/passkeys/${id}/remove`, { body, bearer: by });
  expect((await remove({ currentPassword: password }, eve)).status).toBe(404);
  expect((await post(users, `me/passkeys/${id}/rename`, { body: { name: 'Hers' }, bearer: eve })).status).toBe(404);
  expect((await list()).map((each: { name: string }) => each.name)).toEqual(['Laptop']);
  expect((await remove({})).status).toBe(403);
  await api.call(`${users.path}/dataId/${(await api.call(`${users.path}/me`, { bearer })).body.data.id}`, {
    method: 'PUT',
    body: { password: null },
  });
  const alone = (await signIn(users, { key, userHandle })).body.accessToken;
  expect((await remove({}, alone)).status).toBe(409);
  const [account] = (await databaseOf(api.services.store).collection(`storages/${users.id}/accounts`).get()).docs.filter((each) =>
    each.get('passkeys'),
  );
  await account?.ref.set({ identities: { x: { provider: 'off', email: null, linkedAt: new Date() } } }, { merge: true });
  expect((await remove({}, alone)).status).toBe(409); // that provider is not on
  await account?.ref.set({ passkeys: { second: account.get(`passkeys.${id}`) } }, { merge: true });
  expect((await remove({}, alone)).status).toBe(200);
  expect(await signIn(users, { key, userHandle })).toMatchObject(wrong);
});

test('a user has at most twenty passkeys, also of two that are made at the same moment', async () => {
  const users = await usersWith();
  const { bearer, id } = await withPasskey(users, 'many');
  const accounts = databaseOf(api.services.store).collection(`storages/${users.id}/accounts`);
  const [account] = (await accounts.get()).docs.filter((each) => each.get('passkeys'));
  const one = account?.get(`passkeys.${id}`);
  const others = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`other${at}`, one]));
  await account?.ref.set({ passkeys: others }, { merge: true });
  const begun = () => post(users, 'me/passkeys', { body: { currentPassword: password }, bearer });
  const finish = ({ body: { challenge, passkey } }: Awaited<ReturnType<typeof begun>>) =>
    post(users, 'me/passkeys/verify', { body: { challenge, passkey: softPasskey().make(page, passkey.challenge), name: 'More' }, bearer });
  const two = [await begun(), await begun()];
  const [first, second] = [await finish(two[0] ?? two[1]!), await finish(two[1]!)];
  expect([first.status, second.status, (await begun()).status]).toEqual([200, 409, 409]);
});

test('ten thousand guesses need as many challenges, and a network gets 300 in 15 minutes', async () => {
  const users = await usersWith({ requestsPerMinute: 10_000, requestsPerMinutePerClient: 10_000 });
  const many = await Promise.all(Array.from({ length: 330 }, () => post(users, 'sign-in/passkey', { ip: '203.0.113.9' })));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(300);
  now += 16 * minute;
  expect((await post(users, 'sign-in/passkey', { ip: '203.0.113.9' })).status).toBe(200);
});

test('pages of the domain that the storage names share passkeys; where the way is off, or the page has an address alone, there are none', async () => {
  const app = 'https://app.example.com';
  const others = ['https://example.com', 'https://notexample.com'];
  const users = await usersWith({ origins: [origin, app, 'http://127.0.0.1:4000', ...others], passkeyDomain: 'example.com' });
  const domains = await Promise.all(others.map(async (from) => (await begin(users, from)).passkey.rpId));
  expect(domains).toEqual(['example.com', 'notexample.com']); // no browser gives a page passkeys of another domain
  const both = { origin: app, domain: 'example.com' };
  const ida = await withPasskey(users, 'ida', { from: app, at: both });
  const { challenge, passkey } = await begin(users);
  expect((await send(users, challenge, ida.key.sign({ origin, domain: 'example.com' }, passkey.challenge, ida))).status).toBe(200);
  // They share passkeys, but no challenges.
  const elsewhere = await begin(users, app);
  const signed = ida.key.sign({ origin, domain: 'example.com' }, elsewhere.passkey.challenge, ida);
  expect(await send(users, elsewhere.challenge, signed)).toMatchObject(wrong);
  const local = await post(users, 'sign-in/passkey', { from: 'http://127.0.0.1:4000' });
  expect(local).toMatchObject({ status: 403, body: { message: expect.stringContaining('localhost') } });

  const off = await usersWith({ methods: ['password'] });
  expect((await post(off, 'sign-in/passkey')).status).toBe(403);
  expect((await post(off, 'me/passkeys', { body: { currentPassword: password }, bearer: await signUp(off, 'ida') })).status).toBe(403);
});

test('the address’s owner, who proves it for the first time by a code or a reset, gets the account without a passkey of somebody else', async () => {
  const users = await usersWith();
  const inMail = (to: string, shape: RegExp) =>
    vi.waitFor(
      () => {
        const found = shape.exec(api.mails.findLast((mail) => mail.to === to)?.mail.text ?? '')?.[0];
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 30_000 },
    );
  const thief = await withPasskey(users, 'joe');
  const { challenge } = (await post(users, 'sign-in/code', { body: { email: 'joe@example.test' } })).body;
  const code = await inMail('joe@example.test', /^\d{6}$/m);
  expect((await post(users, 'sign-in/verify', { body: { challenge, code } })).body.accessToken).toMatch(/^bpu_/);
  expect(await signIn(users, thief)).toMatchObject(wrong);
  const told = (who: string) => mailed(`${who}@example.test`).filter((subject) => subject.startsWith('Ways to sign in'));
  expect(told('joe')).toHaveLength(1);

  const another = await withPasskey(users, 'kay');
  const reset = async () => {
    await post(users, 'forgot-password', { body: { email: 'kay@example.test' } });
    const token = await inMail('kay@example.test', /^[\w-]{24}$/m);
    expect((await post(users, 'reset-password', { body: { token, password } })).status).toBe(200);
  };
  await reset();
  expect(await signIn(users, another)).toMatchObject(wrong);
  expect(told('kay')).toHaveLength(1);
});

// Last, as the clock of sessions does not run ahead with the other one.
test('a device that counts nothing, as most do, signs in on every day', async () => {
  const users = await usersWith();
  const una = await withPasskey(users, 'una');
  for (let day = 0; day < 3; day += 1) {
    now += 25 * 60 * minute;
    expect([day, (await signIn(users, una)).status]).toEqual([day, 200]);
  }
});
