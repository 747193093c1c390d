import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { sha256 } from '../../crypto/crypt.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
const currentPassword = 'a-pass-word-1';
const names = ['ann', 'bob', 'cyn'] as const;
type Name = (typeof names)[number];
const people = new Map<Name, { id: string; bearer: string }>();
const idOf = (name: Name) => people.get(name)?.id ?? '';

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users', {
    is_softDelete: true,
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password'], teams: true, teamRoles: ['editor'] },
  });
  for (const username of names) {
    const body = { username, email: `${username}@example.test`, password: currentPassword };
    const { accessToken, data } = (await postFromPage(api, users, 'sign-up', { body })).body;
    people.set(username, { id: data.id, bearer: accessToken });
  }
});
afterAll(() => api.stop());

const call = (who: Name, rest: string, more: { method?: string; body?: object } = {}) =>
  api.call(`${users.path}/teams${rest}`, { bearer: people.get(who)?.bearer ?? '', ...more });
const below = (path: string) => databaseOf(api.services.store).doc(`storages/${users.id}/${path}`);

/** A team with these members, without the calls that make it. */
async function teamOf(roles: Partial<Record<Name, string>>): Promise<string> {
  const { id } = api.services.makeId();
  const members = Object.fromEntries(Object.entries(roles).map(([name, role]) => [idOf(name as Name), { role, since: new Date() }]));
  await below(`teams/${id}`).set({ name: 'Crew', members, createdAt: new Date() });
  for (const name of Object.keys(roles)) await below(`records/${idOf(name as Name)}`).set({ teams: { [id]: 'member' } }, { merge: true });
  return id;
}

async function rolesIn(team: string): Promise<Record<string, string> | null> {
  const members = (await below(`teams/${team}`).get()).data()?.members as Record<string, { role: string }> | undefined;
  if (!members) return null;
  return Object.fromEntries(names.flatMap((name) => (members[idOf(name)] ? [[name, members[idOf(name)]?.role]] : []))) as Record<
    string,
    string
  >;
}

const role = (to: string) => ({ method: 'PATCH', body: { role: to, currentPassword } });
const both = { ann: 'owner', bob: 'owner', cyn: 'member' };
const annIsDemoted = (team: string) => call('bob', `/${team}/members/${idOf('ann')}`, role('member'));
const cynIsPromoted = (team: string) => call('bob', `/${team}/members/${idOf('cyn')}`, role('owner'));
const teamIsDeleted = (team: string) => call('bob', `/${team}/delete`, { body: { currentPassword } });
const cynLeaves = (team: string) => call('cyn', `/${team}/leave`, { body: {} });

const acts: Record<string, (team: string) => Promise<{ status: number }>> = {
  'takes cyn out': (team) => call('ann', `/${team}/members/${idOf('cyn')}`, { method: 'DELETE' }),
  'gives cyn another role': (team) => call('ann', `/${team}/members/${idOf('cyn')}`, role('editor')),
  'makes cyn an owner': (team) => call('ann', `/${team}/members/${idOf('cyn')}`, role('owner')),
  'hands over to cyn': (team) => call('ann', `/${team}/hand-over`, { body: { userId: idOf('cyn'), currentPassword } }),
  'deletes the team': (team) => call('ann', `/${team}/delete`, { body: { currentPassword } }),
  leaves: (team) => call('ann', `/${team}/leave`, { body: {} }),
};

const demoted = { ann: 'member', bob: 'owner', cyn: 'member' };
test.each<[string, string, (team: string) => Promise<unknown>, number, Record<string, string> | null]>([
  ['takes cyn out', 'is an owner no more', annIsDemoted, 403, demoted],
  ['takes cyn out', 'would take an owner out', cynIsPromoted, 409, { ...both, cyn: 'owner' }],
  ['takes cyn out', 'finds cyn gone', cynLeaves, 404, { ann: 'owner', bob: 'owner' }],
  ['takes cyn out', 'has no team any more', teamIsDeleted, 404, null],
  ['gives cyn another role', 'is an owner no more', annIsDemoted, 403, demoted],
  ['gives cyn another role', 'finds cyn gone', cynLeaves, 404, { ann: 'owner', bob: 'owner' }],
  ['gives cyn another role', 'has no team any more', teamIsDeleted, 404, null],
  ['makes cyn an owner', 'is an owner no more', annIsDemoted, 403, demoted],
  ['hands over to cyn', 'is an owner no more', annIsDemoted, 403, demoted],
  ['hands over to cyn', 'finds cyn gone', cynLeaves, 404, { ann: 'owner', bob: 'owner' }],
  ['hands over to cyn', 'has no team any more', teamIsDeleted, 404, null],
  ['deletes the team', 'is an owner no more', annIsDemoted, 403, demoted],
  ['deletes the team', 'has no team any more', teamIsDeleted, 404, null],
  ['leaves', 'is the only owner', (team) => call('bob', `/${team}/leave`, { body: {} }), 409, { ann: 'owner', cyn: 'member' }],
  ['leaves', 'has no team any more', teamIsDeleted, 404, null],
])('who %s and meanwhile %s is refused, at whichever step, and changes nothing', async (act, _, happens, status, after) => {
  const steps = await leavingAtEachStep(api.services.store, async () => {
    const team = await teamOf(both);
    let answer = 0;
    return {
      leave: () => happens(team),
      run: async () => (answer = (await acts[act]?.(team))?.status ?? 0),
      check: async (step) => {
        expect({ step, answer, roles: await rolesIn(team) }).toEqual({ step, answer: status, roles: after });
      },
    };
  });
  expect(steps).toBeGreaterThan(0);
});

test('who becomes an owner meanwhile gets no other role without a proof, at whichever step', async () => {
  const steps = await leavingAtEachStep(api.services.store, async () => {
    const team = await teamOf(both);
    let answer = 0;
    return {
      leave: () => cynIsPromoted(team),
      run: async () =>
        (answer = (await call('ann', `/${team}/members/${idOf('cyn')}`, { method: 'PATCH', body: { role: 'editor' } })).status),
      check: async (step) => expect([step, answer, (await rolesIn(team))?.cyn]).toEqual([step, expect.toBeOneOf([403, 409]), 'owner']),
    };
  });
  expect(steps).toBeGreaterThan(1);
});

/** An invitation of ann's for cyn, without its mail. */
async function invitedBy(name: Name, team: string): Promise<{ id: string; token: string }> {
  const [id, secret] = [sha256(`invitation ${team}`), 'a-secret-of-an-invitation'];
  await invitation(id).set({
    storageId: `${users.id}/${team}`,
    email: 'cyn@example.test',
    fields: JSON.stringify({ role: 'member', by: idOf(name) }),
    secretHash: sha256(secret),
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  return { id, token: `${team}.${id}.${secret}` };
}
const invitation = (id: string) => databaseOf(api.services.store).doc(`appInvitations/${id}`);
const many = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, value]));
const owners = { ann: 'owner', bob: 'owner' };

test.each<[string, (team: string, invited: string) => Promise<unknown>, number, Record<string, string> | null]>([
  ['whoever has invited owns the team no more', annIsDemoted, 401, { ann: 'member', bob: 'owner' }],
  ['the team goes', teamIsDeleted, 401, null],
  ['the invitation is taken back', (team, id) => call('bob', `/${team}/invitations/${id}`, { method: 'DELETE' }), 401, owners],
  ['the team becomes full', (team) => below(`teams/${team}`).set({ members: many(100, { role: 'member' }) }, { merge: true }), 409, owners],
  ['the user gets many teams', () => below(`records/${idOf('cyn')}`).set({ teams: many(30, 'member') }, { merge: true }), 409, owners],
])('who joins while %s is refused, at whichever step', async (_, happens, status, after) => {
  const steps = await leavingAtEachStep(api.services.store, async () => {
    await below(`records/${idOf('cyn')}`).update({ teams: {} });
    const team = await teamOf(owners);
    const { id, token } = await invitedBy('ann', team);
    let answer = 0;
    return {
      leave: () => happens(team, id),
      run: async () => (answer = (await call('cyn', '/join', { body: { token } })).status),
      check: async (step) => expect({ step, answer, roles: await rolesIn(team) }).toEqual({ step, answer: status, roles: after }),
    };
  });
  expect(steps).toBeGreaterThan(1);
});

test('one of many who join by one invitation at once comes in, and the invitation is gone', async () => {
  await below(`records/${idOf('cyn')}`).update({ teams: {} });
  const team = await teamOf(owners);
  const { id, token } = await invitedBy('ann', team);
  const joined = await Promise.all(Array.from({ length: 6 }, () => call('cyn', '/join', { body: { token } })));
  expect(joined.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  expect((await invitation(id).get()).exists).toBe(false);
  expect(await rolesIn(team)).toEqual({ ...owners, cyn: 'member' });
});

test('an invitation is of its own storage, of its own team, and taken back by owners of that team', async () => {
  await below(`records/${idOf('cyn')}`).update({ teams: {} });
  const [team, other] = [await teamOf(owners), await teamOf({ ann: 'owner' })];
  const { id, token } = await invitedBy('ann', team);
  expect((await call('cyn', '/join', { body: { token: token.replace(team, other) } })).status).toBe(401);
  expect((await call('ann', `/${other}/invitations/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await call('cyn', `/${team}/invitations/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await invitation(id).get()).exists).toBe(true);
  // Firestore takes no such name of a document.
  expect((await call('ann', `/${team}/invitations/a%2Fb`, { method: 'DELETE' })).status).toBe(404);
  expect((await call('cyn', '/join', { body: { token: `${team}.a/b.c` } })).status).toBe(401);
  await invitation(id).update({ fields: JSON.stringify({ role: 'member' }) }); // of a version that did not say who has invited
  expect((await call('cyn', '/join', { body: { token } })).status).toBe(200);
});

test('an owner takes themselves out while another one stays', async () => {
  const team = await teamOf(both);
  const [ann, bob] = [`/${team}/members/${idOf('ann')}`, `/${team}/members/${idOf('bob')}`];
  expect((await call('bob', bob, { method: 'DELETE' })).status).toBe(200);
  expect((await call('ann', ann, { method: 'DELETE' })).status).toBe(409);
  expect(await rolesIn(team)).toEqual({ ann: 'owner', cyn: 'member' });
});

test('a call about no team, or about oneself where it makes no sense, is refused by name', async () => {
  const team = await teamOf(both);
  const self = { userId: idOf('ann'), currentPassword };
  expect((await call('ann', `/${team}/hand-over`, { body: self })).body.error).toMatchObject({ code: 'conflict' });
  expect((await call('ann', `/${team}/hand-over`, { body: { ...self, userId: 'nobody' } })).status).toBe(404);
  expect((await call('ann', `/${team}/invitations`, { body: { email: 'x@example.test', role: 'king' } })).status).toBe(400);
  // Firestore takes neither as the name of a document.
  for (const odd of ['x', '__x__', 'a%2Fb', 'a'.repeat(20)])
    for (const [rest, sent] of [
      ['/leave', { body: {} }],
      ['', { method: 'PATCH', body: { name: 'A' } }],
      ['/invitations', {}],
    ] as const)
      expect([odd, rest, (await call('ann', `/${odd}${rest}`, sent)).status]).toEqual([odd, rest, 404]);
  // A member who is no owner hears so before a proof is asked for.
  const other = await teamOf({ ann: 'owner', cyn: 'member' });
  expect(await call('cyn', `/${other}/delete`, { body: {} })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('owners') },
  });
  expect((await call('bob', `/${other}/delete`, { body: {} })).status).toBe(404);
  // A stranger does not learn that the team exists.
  const [foreign, none] = [await call('bob', `/${other}/leave`, { body: {} }), await call('bob', '/x/leave', { body: {} })];
  expect([foreign.status, foreign.body.message]).toEqual([404, none.body.message]);
});

test('a user in the trash owns nothing', async () => {
  const team = await teamOf({ ann: 'owner', cyn: 'member' });
  expect((await api.call(`${users.path}/dataId/${idOf('cyn')}`, { method: 'DELETE' })).status).toBe(200);
  expect((await call('ann', `/${team}/hand-over`, { body: { userId: idOf('cyn'), currentPassword } })).status).toBe(404);
  expect(await rolesIn(team)).toEqual({ ann: 'owner', cyn: 'member' });
  expect((await call('ann', `/${team}`)).body.data.members).toMatchObject([{ username: 'ann', role: 'owner' }]);
});
