import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { databaseOf } from '../../../test/data-services.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { password, pat, pkce, providerWorld, returnTo, tokenOf } from '../../../test/provider-world.ts';

const world = providerWorld();
const { usersWith, post, atProvider, comeBack, through, signIn, link, register } = world;
type Users = Awaited<ReturnType<typeof usersWith>>;
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };

test('who came without a name and links an account elsewhere is asked for the second factor by its sign-in', async () => {
  const users = await usersWith({ methods: ['password', 'anonymous'], secondFactor: 'required' });
  const { accessToken, data } = (await post(users, 'sign-in/anonymous', {})).body;
  expect((await link(users, accessToken, pat)).ended.status).toBe(200);
  const asked = (await signIn(users, pat)).body;
  expect(asked).toMatchObject({ factor: 'totp', setUp: { secret: expect.any(String) } });
  const code = new TOTP({ secret: Secret.fromBase32(asked.setUp.secret) }).generate();
  expect((await post(users, 'sign-in/verify', { challenge: asked.challenge, code })).body.data.id).toBe(data.id);
  expect((await signIn(users, pat)).body).toMatchObject({ factor: 'totp' });
  expect(world.api.mails.filter(({ to }) => !to)).toEqual([]); // nobody has proved an address
});

test('who came without a name links no account elsewhere with which nobody may sign up any more', async () => {
  const users = await usersWith({ methods: ['password', 'anonymous'] });
  const { accessToken } = (await post(users, 'sign-in/anonymous', {})).body;
  await databaseOf(world.api.services.store).doc(`storages/${users.id}`).update({ 'signIn.signUp': 'closed' });
  await vi.waitFor(async () => expect((await post(users, 'sign-in/anonymous', {})).status).toBe(403), { timeout: 30_000 });
  expect((await link(users, accessToken, pat)).ended.status).toBe(403);
  expect((await world.api.call(`${users.path}/me/identities`, { bearer: accessToken })).body.data).toEqual([]);
});

test('an account elsewhere is linked by its user alone, signs in then, and is unlinked', async () => {
  const users = await usersWith();
  const [ann, eve] = [await register(users, 'ann'), await register(users, 'eve')];
  const begin = { provider: 'acme', returnTo, codeChallenge: pkce().codeChallenge };
  expect((await post(users, 'me/identities', begin, ann.accessToken)).status).toBe(403);
  expect((await link(users, ann.accessToken, pat, eve.accessToken)).ended).toMatchObject(wrong);
  const { ended } = await link(users, ann.accessToken, pat);
  expect(ended).toMatchObject({ status: 200, body: { data: [{ provider: 'acme', email: pat.email }] } });
  expect((await link(users, ann.accessToken, pat)).ended).toMatchObject({ status: 200, body: { data: ended.body.data } }); // once more
  expect((await signIn(users, pat)).body.data.username).toBe('ann');
  expect((await link(users, eve.accessToken, pat)).ended.status).toBe(409);
  const [{ id }] = ended.body.data;
  const unlink = (bearer: string, body: object) => post(users, `me/identities/${id}/remove`, body, bearer);
  expect((await unlink(ann.accessToken, {})).status).toBe(403);
  expect((await unlink(eve.accessToken, { currentPassword: password })).status).toBe(404);
  expect((await unlink(ann.accessToken, { currentPassword: password })).status).toBe(200);
  expect((await world.api.call(`${users.path}/me/identities`, { bearer: ann.accessToken })).body.data).toEqual([]);
  expect((await signIn(users, pat)).body.data.username).not.toBe('ann');
});

test('of two users who link one account elsewhere at the same moment one has it', async () => {
  const users = await usersWith();
  const people = [await register(users, 'ann'), await register(users, 'eve')];
  const begun = await Promise.all(
    people.map(async ({ accessToken }) => {
      const { verifier, codeChallenge } = pkce();
      const begin = { provider: 'acme', returnTo, codeChallenge, currentPassword: password };
      const { url } = (await post(users, 'me/identities', begin, accessToken)).body;
      return { verifier, token: tokenOf((await comeBack(await atProvider(url, pat))).to), accessToken };
    }),
  );
  const ended = await Promise.all(begun.map(({ accessToken, ...proof }) => post(users, 'me/identities/verify', proof, accessToken)));
  expect(ended.map(({ status }) => status).sort()).toEqual([200, 409]);
  const owner = people[ended.findIndex(({ status }) => status === 200)];
  expect((await signIn(users, pat)).body.data.id).toBe(owner.data.id);
  const linked = await Promise.all(people.map(({ accessToken }) => world.api.call(`${users.path}/me/identities`, { bearer: accessToken })));
  expect(linked.map(({ body }) => body.data.length).sort()).toEqual([0, 1]);
});

test('a page that the storage does not name gets no code for linking', async () => {
  const users = await usersWith();
  const { accessToken } = await register(users, 'ann');
  const begin = { provider: 'acme', returnTo: 'https://evil.test/in', codeChallenge: pkce().codeChallenge, currentPassword: password };
  expect(await post(users, 'me/identities', begin, accessToken)).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'returnTo' }] } },
  });
});

test('a code for linking is its user’s, of users without a password too', async () => {
  const users = await usersWith();
  const [lea, mia] = [(await signIn(users, { sub: 'lea' })).body, (await signIn(users, { sub: 'mia' })).body];
  expect((await link(users, lea.accessToken, pat, mia.accessToken)).ended).toMatchObject(wrong);
  expect((await link(users, lea.accessToken, pat)).ended.status).toBe(200);
});

test('a code for linking signs nobody in, and the last way in is not unlinked', async () => {
  const users = await usersWith();
  const ann = await register(users, 'ann');
  const { verifier, codeChallenge } = pkce();
  const begun = await post(
    users,
    'me/identities',
    { provider: 'acme', returnTo, codeChallenge, currentPassword: password },
    ann.accessToken,
  );
  const token = tokenOf((await comeBack(await atProvider(begun.body.url, pat))).to);
  expect(await post(users, 'sign-in/verify', { token, verifier })).toMatchObject(wrong);
  const alone = (await signIn(users, { sub: 'alone' })).body;
  const [{ id }] = (await world.api.call(`${users.path}/me/identities`, { bearer: alone.accessToken })).body.data;
  expect((await post(users, `me/identities/${id}/remove`, {}, alone.accessToken)).status).toBe(409);
});

test('an account elsewhere is not linked after another password', async () => {
  const users = await usersWith();
  const ann = await register(users, 'ann');
  const { verifier, codeChallenge } = pkce();
  const begin = { provider: 'acme', returnTo, codeChallenge, currentPassword: password };
  const { url } = (await post(users, 'me/identities', begin, ann.accessToken)).body;
  const token = tokenOf((await comeBack(await atProvider(url, pat))).to);
  const next = { password: 'a-pass-word-2', currentPassword: password };
  const { accessToken } = (await post(users, 'change-password', next, ann.accessToken)).body;
  expect(await post(users, 'me/identities/verify', { token, verifier }, accessToken)).toMatchObject(wrong);
  expect((await world.api.call(`${users.path}/me/identities`, { bearer: accessToken })).body.data).toEqual([]);
});

/** Deletes a user for good. */
const erase = (users: Users, id: string) => world.api.call(`${users.path}/dataId/${id}?permanent=true`, { method: 'DELETE' });
const besides = async (users: Users, id: string) =>
  (await databaseOf(world.api.services.store).doc(`storages/${users.id}/accounts/${id}`).get()).data();

test('who is deleted for good while an account elsewhere is linked leaves no orphan, at whichever step', async () => {
  const users = await usersWith();
  let people = 0;
  const steps = await leavingAtEachStep(world.api.services.store, async () => {
    const [name, sub] = [`linker-${++people}`, `sub-${people}`];
    const { data, accessToken: bearer } = await register(users, name);
    const { verifier, codeChallenge } = pkce();
    const start = { provider: 'acme', returnTo, codeChallenge, currentPassword: password };
    const { url } = (await post(users, 'me/identities', start, bearer)).body;
    const token = tokenOf((await comeBack(await atProvider(url, { sub }))).to);
    return {
      leave: () => erase(users, data.id),
      run: () => post(users, 'me/identities/verify', { token, verifier }, bearer),
      check: async (step) => expect([step, await besides(users, data.id)]).toEqual([step, undefined]),
    };
  });
  expect(steps).toBeGreaterThan(4);
});

test('who is deleted for good while a provider’s word links the account leaves no orphan, at whichever step', async () => {
  const users = await usersWith();
  let people = 0;
  const steps = await leavingAtEachStep(world.api.services.store, async () => {
    const name = `holder-${++people}`;
    const { id } = (await register(users, name)).data;
    await databaseOf(world.api.services.store)
      .doc(`storages/${users.id}/accounts/${id}`)
      .set({ provenEmail: sha256(`${name}@example.test`) });
    const person = { sub: `sub-of-${name}`, email: `${name}@example.test`, email_verified: 'true' };
    const { token, verifier } = await through(users, person);
    return {
      leave: () => erase(users, id),
      run: () => post(users, 'sign-in/verify', { token, verifier }),
      check: async (step) => expect([step, await besides(users, id)]).toEqual([step, undefined]),
    };
  });
  expect(steps).toBeGreaterThan(4);
});

test('who is deleted for good while a first second factor is set up leaves no orphan, at whichever step', async () => {
  const users = await usersWith({ secondFactor: 'required' });
  let people = 0;
  const steps = await leavingAtEachStep(world.api.services.store, async () => {
    const name = `setter-${++people}`;
    const email = `${name}@example.test`;
    const asked = (await signIn(users, { sub: `sub-of-${name}`, email, email_verified: 'true' })).body;
    const [{ id }] = (await world.api.call(`${users.path}?email=${email}`)).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(asked.setUp.secret) }).generate();
    return {
      leave: () => erase(users, id),
      run: () => post(users, 'sign-in/verify', { challenge: asked.challenge, code }),
      check: async (step) => expect([step, await besides(users, id)]).toEqual([step, undefined]),
    };
  });
  expect(steps).toBeGreaterThan(4);
});

test('an account elsewhere of a user who is gone for good is free for another user, and one in the trash keeps it', async () => {
  const users = await usersWith();
  const [ann, eve] = [await register(users, 'ann'), await register(users, 'eve')];
  expect((await link(users, ann.accessToken, pat)).ended.status).toBe(200);
  expect((await post(users, 'me/delete', { currentPassword: password }, ann.accessToken)).status).toBe(200);
  expect((await link(users, eve.accessToken, pat)).ended.status).toBe(409);
  await erase(users, ann.data.id);
  expect((await link(users, eve.accessToken, pat)).ended.status).toBe(200);
  expect((await signIn(users, { sub: pat.sub })).body.data.username).toBe('eve');
});
