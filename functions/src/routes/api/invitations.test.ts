import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SignInInput } from '@bedplate/contract';
import { startApi } from '../../../test/api-server.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { namedKey } from '../../../test/named-key.ts';
import { invitationsOf, inviteFromConsole, revokeFromConsole } from '../../domain/storages/user-invitations.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Users;
let ahead = 0;

const password = 'a-pass-word-1';
const day = 86_400_000;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
  users = await usersWith();
});
afterAll(() => api.stop());

type Users = Awaited<ReturnType<typeof usersWith>>;
const usersWith = (signIn: SignInInput = {}) =>
  api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password', 'code'], signUp: 'invitation', ...signIn },
  });

const post = (users: Users, call: string, body: object) => postFromPage(api, users, call, { body });
const invite = (place: Users, email: string, more: object = {}) => api.call(`${place.path}/invitations`, { body: { email, ...more } });
const listed = async (place: Users) => (await api.call(`${place.path}/invitations`)).body.data as { id: string; email: string }[];
const mailTo = (address: string) => api.mails.findLast(({ to }) => to === address)?.mail.text ?? '';
const tokenTo = (address: string) => /[0-9a-f]{64}\.[\w-]{43}/.exec(mailTo(address))?.[0] ?? '';
const accept = (place: Users, token: string, more: object = {}) =>
  post(place, 'sign-up/invitation', { token, username: 'someone', password, ...more });

test('whoever is invited signs up with a proved address and the fields that the owner gives, once', async () => {
  expect((await post(users, 'sign-up', { username: 'ann', email: 'ann@example.test', password })).status).toBe(403);
  const invited = await invite(users, 'ann@example.test', { fields: { role: 'editor' } });
  expect(invited).toMatchObject({ status: 201, body: { data: { email: 'ann@example.test', fields: { role: 'editor' } } } });
  expect(invited.text).not.toContain(tokenTo('ann@example.test').split('.')[1]);
  const token = tokenTo('ann@example.test');
  // An invited address is told from no other one without the mail.
  expect((await post(users, 'sign-up', { username: 'ann', email: 'ann@example.test', password })).status).toBe(403);
  expect((await accept(users, token, { username: 'ann', email: 'eve@example.test' })).status).toBe(400);
  expect((await accept(users, token, { username: 'ann', credits: 5 })).status).toBe(403);
  const made = await accept(users, token, { username: 'ann', role: 'editor' });
  expect(made.status).toBe(403); // `role` is closed, whatever its value
  const done = await accept(users, token, { username: 'ann', nickname: 'A', email: null });
  expect(done).toMatchObject({ status: 201, body: { data: { email: 'ann@example.test', role: 'editor', nickname: 'A' } } });
  const bearer = done.body.accessToken as string;
  expect((await api.call(`${users.path}/me`, { bearer })).status).toBe(200);
  expect((await accept(users, token, { username: 'ann2' })).status).toBe(401);
  expect(await listed(users)).toEqual([]);
  expect((await invite(users, 'Ann@example.test')).status).toBe(409);
});

test('an invitation is still good after a username that is taken', async () => {
  for (const name of ['first', 'second']) await invite(users, `${name}-namesake@example.test`);
  expect((await accept(users, tokenTo('first-namesake@example.test'), { username: 'namesake' })).status).toBe(201);
  const token = tokenTo('second-namesake@example.test');
  expect((await accept(users, token, { username: 'namesake' })).status).toBe(409);
  expect((await accept(users, token, { username: 'namesake-2' })).status).toBe(201);
});

test('of many who accept at once one becomes a user', async () => {
  await invite(users, 'race@example.test');
  const token = tokenTo('race@example.test');
  const all = await Promise.all(Array.from({ length: 6 }, (_, at) => accept(users, token, { username: `race${at}` })));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(all.every(({ status }) => [201, 401, 409].includes(status))).toBe(true);
  expect((await api.call(`${users.path}/count?email=race@example.test`)).body.data.count).toBe(1);
});

test('an invitation that is taken back while somebody accepts it makes nobody, at whichever step', async () => {
  let people = 0;
  const database = databaseOf(api.services.store);
  const made = async () => (await database.collection(`storages/${users.id}/records`).get()).size;
  const steps = await leavingAtEachStep(api.services.store, async () => {
    const username = `back${++people}`;
    const { id } = (await invite(users, `${username}@example.test`)).body.data;
    const token = tokenTo(`${username}@example.test`);
    const before = await made();
    let [status, wasMade] = [0, false];
    return {
      leave: async () => {
        wasMade = (await made()) > before; // then it was used, and what follows is the answer
        await database.doc(`appInvitations/${id}`).delete();
      },
      run: async () => ({ status } = await accept(users, token, { username, password: undefined })),
      check: async (step) => expect([step, status, await made()]).toEqual([step, wasMade ? 201 : 401, wasMade ? before + 1 : before]),
    };
  });
  expect(steps).toBeGreaterThan(3);
});

test('an invitation that is old, replaced, taken back, edited or of another storage opens nothing', async () => {
  const others = await usersWith();
  const refused = { status: 401, body: { message: 'This invitation is wrong, was used, or has expired.' } };
  await invite(users, 'bob@example.test');
  const first = tokenTo('bob@example.test');
  await invite(users, 'BOB@example.test');
  const token = tokenTo('bob@example.test');
  expect(await listed(users)).toHaveLength(1);
  expect(await accept(users, first)).toMatchObject(refused);
  expect(await accept(others, token)).toMatchObject(refused);
  expect(await accept(users, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(refused);
  expect(await accept(users, 'x')).toMatchObject(refused);
  const [{ id } = { id: '' }] = await listed(users);
  expect((await api.call(`${others.path}/invitations/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await api.call(`${users.path}/invitations/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await accept(users, token)).toMatchObject(refused);
  await invite(users, 'late@example.test', { validDays: 2 });
  const late = tokenTo('late@example.test');
  ahead += 2 * day + 1;
  expect(await accept(users, late)).toMatchObject(refused);
  expect(await listed(users)).toEqual([]);
});

test('an invited address is taken from a user who has not proved it, and the link opens the page of the storage', async () => {
  const open = await usersWith({ signUp: 'open', linkPage: `${page}/sign-in` });
  await invite(open, 'vic@example.test');
  expect(mailTo('vic@example.test')).toContain(`${page}/sign-in#invitation=`);
  await post(open, 'sign-up', { username: 'eve', email: 'vic@example.test', password: 'of-eve-12345' });
  const done = await accept(open, tokenTo('vic@example.test'), { username: 'vic', email: 'vic@example.test' });
  expect(done).toMatchObject({ status: 201, body: { data: { username: 'vic', email: 'vic@example.test' } } });
  const found = (await api.call(`${open.path}?username=eve`)).body.data as { email?: string | null }[];
  expect(found[0]?.email ?? null).toBeNull();
});

test('an invited person comes in by a way that the storage has on, by no address that another has proved, and twenty of a network in an hour', async () => {
  const [byCode, byPassword] = [await usersWith({ methods: ['code'] }), await usersWith({ methods: ['password'] })];
  await invite(byCode, 'zoe@example.test');
  expect((await accept(byCode, tokenTo('zoe@example.test'), { username: 'zoe' })).status).toBe(403);
  expect((await accept(byCode, tokenTo('zoe@example.test'), { username: 'zoe', password: undefined })).status).toBe(201);
  await invite(byPassword, 'yan@example.test');
  const token = tokenTo('yan@example.test');
  expect((await accept(byPassword, token, { username: 'yan', password: undefined })).status).toBe(400);
  const open = await usersWith({ signUp: 'open' });
  await invite(open, 'xia@example.test');
  const invited = tokenTo('xia@example.test');
  const { challenge } = (await post(open, 'sign-up', { username: 'xia', email: 'xia@example.test' })).body;
  const code = () => /^\d{6}$/m.exec(mailTo('xia@example.test'))?.[0] ?? '';
  await vi.waitFor(() => expect(code()).not.toBe(''), { timeout: 30_000 });
  expect((await post(open, 'sign-in/verify', { challenge, code: code() })).status).toBe(200);
  expect((await accept(open, invited, { username: 'xia2' })).status).toBe(409);
  const bad = () => postFromPage(api, open, 'sign-up/invitation', { body: { token: 'x', username: 'who', password }, ip: '203.0.113.9' });
  const answers: number[] = [];
  for (let at = 0; at < 21; at += 1) answers.push((await bad()).status);
  expect(answers).toEqual([...Array(20).fill(401), 429]);
});

test('users, named keys and bad input invite nobody', async () => {
  await invite(users, 'tom@example.test');
  const { accessToken: bearer } = (await accept(users, tokenTo('tom@example.test'), { username: 'tom' })).body;
  const before = api.mails.length;
  expect((await api.call(`${users.path}/invitations`, { bearer, body: { email: 'x@example.test' } })).status).toBe(401);
  expect((await api.call(`${users.path}/invitations`, { bearer })).status).toBe(401);
  const { headers } = await namedKey(api, { verbs: ['read', 'create', 'delete', 'authenticate'] });
  for (const request of [{}, { body: { email: 'x@example.test' } }])
    expect((await api.call(`${users.path}/invitations`, { ...request, headers })).status).toBe(403);
  expect((await api.call(`${users.path}/invitations/${'0'.repeat(64)}`, { method: 'DELETE', headers })).status).toBe(403);
  for (const body of [
    { email: 'nobody' },
    { email: 'x@example.test', validDays: 31 },
    { email: 'x@example.test', fields: { password: 'x' } },
    { email: 'x@example.test', fields: { note: 'x'.repeat(10_001) } },
  ])
    expect((await api.call(`${users.path}/invitations`, { body })).status).toBe(400);
  for (let at = 0; at < 5; at++) await invite(users, 'much@example.test');
  expect((await invite(users, 'much@example.test')).status).toBe(429);
  expect(api.mails.length).toBe(before + 5);
  const counters = (await databaseOf(api.services.store).collection('attempts').get()).docs.filter(
    (each) => each.get('scope') === 'app-user-invitations',
  );
  for (const { ref } of counters) await ref.update({ count: 500 });
  expect((await invite(users, 'one-more@example.test')).status).toBe(429);
  expect(api.mails.length).toBe(before + 5);
  for (const { ref } of counters) await ref.delete();
});

test('what members invite and take back stands in the activity log, and only a users storage has invitations', async () => {
  const place = { projectId: 'p1', storageId: (await usersWith()).id };
  const invited = { email: 'kim@example.test', fields: {}, validDays: 7 };
  const { id } = await inviteFromConsole(api.services, admin, { path: place, invited });
  expect(tokenTo('kim@example.test')).not.toBe('');
  expect(await invitationsOf(api.services, admin, place)).toMatchObject([{ email: 'kim@example.test' }]);
  await revokeFromConsole(api.services, admin, { ...place, invitationId: id });
  expect(await invitationsOf(api.services, admin, place)).toEqual([]);
  const { rows } = await api.services.store.activity.query({ where: [['projectId', '==', 'p1']] });
  expect(rows.map(({ data }) => data.kind).sort()).toEqual(['appUserInvited', 'invitationRevoked']);
  const notes = { projectId: 'p1', storageId: (await api.storage('notes')).id };
  const before = api.mails.length;
  await expect(inviteFromConsole(api.services, admin, { path: notes, invited })).rejects.toMatchObject({ code: 'not-found' });
  expect(api.mails.length).toBe(before);
});
