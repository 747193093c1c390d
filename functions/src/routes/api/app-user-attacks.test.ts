import { collectionPath } from '../../store/model/collection.ts';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Grants, type SignInInput, StorageSchema } from '@bedplate/contract';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { purgeDeletedUsers } from '../../domain/app-users/delete-self.ts';
import { accessVersion, saveAccess, tryAccessAs } from '../../domain/grants/save-access.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';
import { searchRequests } from '../../domain/requests/search-requests.ts';
import { updateStorage } from '../../domain/storages/storages.ts';
import { archiveStorage } from '../../domain/storages/archive.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { fetchOutside } from '../../network/fetch-outside.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let ahead = 0;
const password = 'a-pass-word-1';
const returnTo = `${page}/in`;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead, fetchOutside: fetchOutside({ allowLoopback: false }) });
});
afterAll(() => api.stop());

async function usersWith(signIn: SignInInput = {}) {
  const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  const change = { signIn: { origins: [page], methods: ['password', 'passkey'], ...signIn } satisfies SignInInput };
  await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change });
  await vi.waitFor(async () => expect((await post(users, 'sign-in/passkey')).status).toBe(200), { timeout: 30_000 });
  return users;
}
type Users = Awaited<ReturnType<typeof usersWith>>;
const post = (users: { path: string }, call: string, body: object = {}, bearer?: string) =>
  postFromPage(api, users, call, { body, bearer });
async function person(users: Users, username: string) {
  const { accessToken, data } = (await post(users, 'sign-up', { username, email: `${username}@example.test`, password })).body;
  return { id: data.id as string, bearer: accessToken as string };
}

test.each([
  'https://169.254.169.254/latest',
  'https://[::ffff:169.254.169.254]',
  'https://localhost',
  'https://10.0.0.1',
  'https://2852039166',
])('nobody is sent to a provider at %s, and our server asks nothing there', async (issuer) => {
  const providers = [{ id: 'acme', kind: 'oidc' as const, issuer, clientId: 'shop', clientSecret: 'hush-hush' }];
  const start = { provider: 'acme', returnTo, codeChallenge: 'c'.repeat(43) };
  const begun = usersWith({ returnPages: [returnTo], providers }).then((users) => post(users, 'sign-in/provider', start));
  const { status } = await begun.catch((refused: { status: number }) => refused); // some are no issuers that may be saved
  expect(status).toBeOneOf([400, 503]);
});

test('passwords of another system are compared as they were typed there: in decomposed letters, and of 73 bytes', async () => {
  const users = await usersWith();
  const [decomposed, long] = ['cafe\u0301-pass-word', `${'x'.repeat(72)}!`];
  const rows = [
    { username: 'nfd', passwordHash: hashSync(decomposed, 4) },
    { username: 'long', passwordHash: hashSync(long.slice(0, 72), 4) },
  ];
  expect((await api.call(`${users.path}/import-hashes`, { body: { users: rows } })).body.made).toBe(2);
  const signIn = async (username: string, word: string) => (await post(users, 'sign-in/password', { username, password: word })).status;
  expect(await signIn('nfd', decomposed.normalize('NFC'))).toBe(401);
  expect(await signIn('nfd', decomposed)).toBe(200);
  expect(await signIn('nfd', decomposed)).toBe(200);
  expect(await signIn('long', long)).toBe(200); // bcrypt has looked at 72 bytes
  expect(await signIn('long', `${long}?`)).toBe(401); // our hash looks at all of them
  expect(await signIn('long', long)).toBe(200);
});

test('an anonymous user takes no name or address where nobody may sign up any more, and no address that is not proved', async () => {
  const users = await usersWith({ methods: ['password', 'passkey', 'code', 'anonymous'] });
  await person(users, 'holder');
  const { accessToken: bearer } = (await post(users, 'sign-in/anonymous')).body;
  const become = (body: object) => post(users, 'me/sign-up', { password, ...body }, bearer);
  const settings = async (signIn: SignInInput) => {
    await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change: { signIn } });
    const isHeard = async () => (await api.services.caches.storages.get(`storages/${users.id}`))?.data.signIn;
    await vi.waitFor(async () => expect(await isHeard()).toMatchObject(signIn), { timeout: 30_000 });
  };
  await settings({ signUp: 'closed' });
  expect((await become({ username: 'late' })).status).toBe(403);
  const address = async (email: string) => (await post(users, 'me/email', { email }, bearer)).status;
  expect(await address('late@example.test')).toBe(403); // it would be a way in as well
  await settings({ signUp: 'domain', mailDomains: ['firm.test'] });
  expect([await address('late@example.test'), await address('late@firm.test')]).toEqual([403, 200]);
  await settings({ signUp: 'open', verifyEmail: true });
  // Nobody learns by this call which addresses are taken.
  const [taken, free] = [
    await become({ username: 'guess', email: 'holder@example.test' }),
    await become({ username: 'guess', email: 'x@example.test' }),
  ];
  expect([taken.status, taken.body.message]).toEqual([403, free.body.message]);
  expect((await become({ username: 'named' })).body.data).toMatchObject({ username: 'named' });
});

test('a field of rights is closed by a path into it as well', async () => {
  const users = await usersWith();
  const { id, bearer } = await person(users, 'climber');
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { role: { name: 'reader' } } });
  for (const change of [{ 'role.name': 'admin' }, { role: { name: 'admin' } }, { 'role.name': { $unset: true } }])
    expect([change, (await api.call(`${users.path}/me`, { method: 'PATCH', bearer, body: change })).status]).toEqual([
      change,
      expect.toBeOneOf([400, 403]),
    ]);
  expect((await api.call(`${users.path}/dataId/${id}`)).body.data.role).toEqual({ name: 'reader' });
});

test('who is deleted for good while a passkey is added leaves no orphan', async () => {
  const users = await usersWith();
  for (const username of ['race-1', 'race-2', 'race-3', 'race-4']) {
    const { id, bearer } = await person(users, username);
    const begun = (await post(users, 'me/passkeys', { currentPassword: password }, bearer)).body;
    const passkey = softPasskey().make({ origin: page, domain: 'shop.example.com' }, begun.passkey.challenge);
    await Promise.all([
      post(users, 'me/passkeys/verify', { challenge: begun.challenge, passkey }, bearer),
      api.call(`${users.path}/dataId/${id}?permanent=true`, { method: 'DELETE' }),
    ]);
    expect((await databaseOf(api.services.store).doc(`storages/${users.id}/accounts/${id}`).get()).exists).toBe(false);
  }
});

test('thirty days after a user has left, no claim of theirs is left', async () => {
  const users = await usersWith();
  const { id, bearer } = await person(users, 'gone');
  const database = databaseOf(api.services.store);
  const [claim, account] = ['f'.repeat(64), database.doc(`storages/${users.id}/accounts/${id}`)];
  await database.doc(`unique/${claim}`).set({ scope: users.id, ref: id });
  await account.set({ identities: { [claim]: { provider: 'acme', email: null, linkedAt: new Date() } } });
  expect((await post(users, 'me/delete', { currentPassword: password }, bearer)).status).toBe(200);
  ahead = 31 * 86_400_000;
  await purgeDeletedUsers(api.services);
  ahead = 0;
  expect((await account.get()).exists).toBe(false);
  expect((await database.doc(`unique/${claim}`).get()).exists).toBe(false);
  expect((await database.doc(`storages/${users.id}/records/${id}`).get()).exists).toBe(false);
});

test('a value that is taken is not shown, nor whose it is', async () => {
  const users = await usersWith();
  const [ann, bob] = [await person(users, 'ann'), await person(users, 'bob')];
  const notes = await api.storage('notes', { endUserAccess: { read: 'own', write: 'own' } });
  const schema = StorageSchema.parse({ fields: { code: { type: 'text' } }, unique: [{ fields: ['code'] }] });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: notes.id },
    change: { version: 0, schema, state: 'enforce' },
  });
  const make = (who: { bearer: string }) => api.call(notes.path, { bearer: who.bearer, body: { code: 'secret-code-1', text: 'of ann' } });
  await vi.waitFor(async () => expect((await make(ann)).status).not.toBe(403), { timeout: 30_000 });
  await make(ann);
  const clash = await make(bob);
  expect(clash.status).toBe(409);
  for (const told of ['secret-code-1', ann.id, 'of ann']) expect(clash.text).not.toContain(told);
});

const place = (storageId: string) => ({ projectId: 'p1', storageId });

test('rules of 11 KB, and rules for live use that hide fields or ask for the time, are refused, and the old ones stay', async () => {
  await usersWith({ teams: true });
  const notes = await api.storage('notes2');
  await api.call(notes.path, { body: { text: 'x', secret: 'y', teamId: 't' } });
  const all = { who: 'signedIn', verbs: ['list', 'read'] };
  const save = (grants: unknown, more: object = {}) =>
    saveAccess(api.services, admin, { path: place(notes.id), change: { version: 0, ...more, grants: grants as Grants } });
  const large = Array.from({ length: 20 }, () => ({ ...all, if: [{ field: 'text', value: 'x'.repeat(550) }] }));
  expect(Grants.safeParse(large).error?.issues[0]?.message).toContain('10 KB');
  for (const grant of [
    { ...all, fields: { hidden: ['secret'] } },
    { ...all, if: [[{ field: 'createdAt', op: '<', value: '@now' }]] },
    { ...all, who: { team: 'teamId' }, if: [[{ field: 'text', op: '!=', value: 'x' }]] },
  ])
    await expect(save([grant], { live: true })).rejects.toMatchObject({
      message: expect.stringContaining('LiveSync cannot decide these rules'),
    });
  await expect(accessVersion(api.services, admin, { ...place(notes.id), version: 1 })).rejects.toMatchObject({ code: 'not-found' });
  expect((await save([all])).version).toBe(1);
});

test('rules are not saved for a storage that was archived meanwhile, or holds users no more', async () => {
  const happens = {
    archived: (storageId: string) => archiveStorage(api.services, admin, place(storageId)),
    renamed: (storageId: string) =>
      updateStorage(api.services, { caller: admin, path: place(storageId), change: { storageKey: `was-${storageId}`.toLowerCase() } }),
  };
  const grants: Grants = [{ who: { owner: 'id' }, verbs: ['read'] }];
  for (const [what, leave] of Object.entries(happens)) {
    const steps = await leavingAtEachStep(api.services.store, async () => {
      const { id } = await api.storage('users');
      let outcome = '';
      return {
        leave: () => leave(id),
        run: async () => {
          const saving = saveAccess(api.services, admin, { path: place(id), change: { version: 0, grants } });
          outcome = await saving.then(
            () => 'saved',
            ({ code }: { code: string }) => code,
          );
        },
        check: async (step) =>
          expect([what, step, outcome]).toEqual([what, step, expect.stringMatching(/^(conflict|not-found|invalid-argument)$/)]),
      };
    });
    expect(steps).toBeGreaterThan(1);
  }
});

test('the reason of a refusal, and rules, are nobody’s of another account', async () => {
  const users = await usersWith();
  const notes = await api.storage('notes3', { endUserAccess: { read: 'none', write: 'none' } });
  const { bearer } = await person(users, 'asks');
  const refused = await api.call(notes.path, { bearer });
  expect(refused.status).toBe(403);
  await api.services.requestLog.flush();
  const id = refused.headers.get('x-request-id') ?? '';
  expect((await searchRequests(api.services, { caller: admin, projectId: 'p1', search: { id } })).data).toHaveLength(1);
  const foreign = { ...admin, tenantId: 't2' };
  await expect(searchRequests(api.services, { caller: foreign, projectId: 'p1', search: { id } })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(accessVersion(api.services, foreign, { ...place(notes.id), version: 1 })).rejects.toMatchObject({ code: 'not-found' });
});

test('trying rules as somebody sends no mail, asks no server and writes no record', async () => {
  const users = await usersWith();
  const { id } = await person(users, 'tried');
  const notes = await api.storage('notes4');
  await api.call(notes.path, { body: { text: 'x', userId: id } });
  const [mails, records] = [
    api.mails.length,
    (await api.services.store.query({ from: collectionPath(`storages/${notes.id}/records`) })).rows.length,
  ];
  const grants = Grants.parse([{ who: { owner: 'userId' }, verbs: ['list', 'read', 'create', 'update', 'delete'] }]);
  await tryAccessAs(api.services, admin, { path: place(notes.id), trial: { as: { user: id }, grants } });
  expect(api.mails).toHaveLength(mails);
  expect((await api.services.store.query({ from: collectionPath(`storages/${notes.id}/records`) })).rows).toHaveLength(records);
  expect((await api.services.store.query({ from: collectionPath('deliveries') })).rows).toEqual([]);
});

test('rules are tried as a user of the project, and as nobody else', async () => {
  const [others, users] = [await usersWith(), await usersWith()]; // the key leads to the last one
  const [here, elsewhere] = [await person(users, 'here'), await person(others, 'elsewhere')];
  const notes = await api.storage('notes5');
  const tryAs = (user: string) => tryAccessAs(api.services, admin, { path: place(notes.id), trial: { as: { user }, grants: [] } });
  expect(await tryAs(here.id)).toMatchObject({ listed: 0 });
  for (const user of ['nobody', '0'.repeat(20), elsewhere.id])
    await expect(tryAs(user)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'as.user', key: 'tryNobody' }] });
});
