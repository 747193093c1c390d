import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Grants, type SignInInput } from '@bedplate/contract';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { deleteStorageTeam, teamsOfStorage } from '../../domain/app-teams/storage-teams.ts';
import { saveAccess } from '../../domain/grants/save-access.ts';
import { updateStorage } from '../../domain/storages/storages.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const now = Date.now();
const password = 'a-pass-word-1';
const nobody = { status: 404, body: { error: { code: 'not-found' } } };

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const usersWith = (signIn: SignInInput = {}) =>
  api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password', 'anonymous'], teams: true, teamRoles: ['editor'], ...signIn },
  });
type Users = Awaited<ReturnType<typeof usersWith>>;

interface Person {
  readonly id: string;
  readonly bearer: string;
  readonly email: string;
}

async function person(users: Users, username: string): Promise<Person> {
  const email = `${username}@example.test`;
  const { accessToken, data } = (await postFromPage(api, users, 'sign-up', { body: { username, email, password } })).body;
  return { id: data.id, bearer: accessToken, email };
}
const call = (users: Users, { bearer }: Person, rest: string, more: { method?: string; body?: object } = {}) =>
  api.call(`${users.path}/teams${rest}`, { bearer, ...more });
const create = async (users: Users, owner: Person, name = 'Crew') =>
  (await call(users, owner, '', { body: { name } })).body.data.id as string;
async function invite(users: Users, owner: Person, { team, email, role }: { team: string; email: string; role?: string }) {
  const before = api.mails.length;
  const made = await call(users, owner, `/${team}/invitations`, { body: { email, ...(role ? { role } : {}), currentPassword: password } });
  expect(made.status).toBe(201);
  let token = '';
  await vi.waitFor(
    () => {
      const mail = api.mails.slice(before).find(({ to }) => to.toLowerCase() === email.toLowerCase())?.mail;
      token = /^[\w-]+\.[0-9a-f]{64}\.[\w-]{43}$/m.exec(mail?.text ?? '')?.[0] ?? '';
      expect(token).not.toBe('');
    },
    { timeout: 30_000 },
  );
  return { token, id: made.body.data.id as string };
}
async function joined(users: Users, owner: Person, { team, member, role }: { team: string; member: Person; role?: string }) {
  const { token } = await invite(users, owner, { team, email: member.email, ...(role ? { role } : {}) });
  expect((await call(users, member, '/join', { body: { token } })).status).toBe(200);
}
const rolesIn = async (users: Users, who: Person, team: string) =>
  Object.fromEntries(
    ((await call(users, who, `/${team}`)).body.data.members as { username: string; role: string }[]).map(({ username, role }) => [
      username,
      role,
    ]),
  );

test('a user makes a team, invites somebody by mail, and both see it', async () => {
  const users = await usersWith();
  const [ann, bob, eve] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'eve')];
  const team = await create(users, ann);
  expect((await call(users, ann, '')).body.data).toMatchObject([{ id: team, name: 'Crew', role: 'owner', members: 1 }]);
  const { token } = await invite(users, ann, { team, email: bob.email, role: 'editor' });
  expect((await call(users, ann, `/${team}/invitations`)).body.data).toMatchObject([{ email: bob.email, role: 'editor' }]);
  expect((await call(users, bob, '/join', { body: { token } })).body.data).toMatchObject({ id: team, role: 'editor', members: 2 });
  expect((await call(users, ann, `/${team}/invitations`)).body.data).toEqual([]);
  expect(await rolesIn(users, bob, team)).toEqual({ ann: 'owner', bob: 'editor' });
  expect(await call(users, eve, `/${team}`)).toMatchObject(nobody);
  expect((await call(users, eve, '')).body.data).toEqual([]);
});

test('an invitation is for its address, once, in time, and until it is taken back', async () => {
  const users = await usersWith();
  const others = await usersWith();
  const [ann, bob, eve, foreign] = [
    await person(users, 'ann'),
    await person(users, 'bob'),
    await person(users, 'eve'),
    await person(others, 'bob'),
  ];
  const team = await create(users, ann);
  const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };
  const join = (who: Person, token: string, at = users) => call(at, who, '/join', { body: { token } });
  const first = await invite(users, ann, { team, email: bob.email });
  expect(await join(eve, first.token)).toMatchObject(wrong);
  expect(await join(foreign, first.token, others)).toMatchObject(wrong);
  expect(await join(bob, `${first.token.slice(0, -1)}_`)).toMatchObject(wrong);
  const second = await invite(users, ann, { team, email: bob.email.toUpperCase() });
  expect(await join(bob, first.token)).toMatchObject(wrong); // replaced
  const crowd = await Promise.all(Array.from({ length: 5 }, () => join(bob, second.token)));
  expect(crowd.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await join(bob, second.token)).toMatchObject(wrong);
  const third = await invite(users, ann, { team, email: eve.email });
  expect((await call(users, bob, `/${team}/invitations/${third.id}`, { method: 'DELETE' })).status).toBe(403);
  expect((await call(users, ann, `/${team}/invitations/${third.id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await join(eve, third.token)).toMatchObject(wrong);
  const old = await invite(users, ann, { team, email: eve.email });
  await databaseOf(api.services.store)
    .doc(`appInvitations/${old.id}`)
    .update({ expiresAt: new Date(now - 1) });
  expect(await join(eve, old.token)).toMatchObject(wrong);
  expect((await call(users, ann, `/${team}/invitations`)).body.data).toEqual([]);
  expect(await rolesIn(users, ann, team)).toEqual({ ann: 'owner', bob: 'member' });
});

test('owners alone invite, name, change roles and remove; there is always one', async () => {
  const users = await usersWith();
  const [ann, bob, cyn] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'cyn')];
  const team = await create(users, ann);
  await joined(users, ann, { team, member: bob });
  await joined(users, ann, { team, member: cyn });
  const asBob: [string, { method?: string; body?: object }][] = [
    ['/invitations', { body: { email: 'x@example.test' } }],
    ['/invitations', {}],
    ['', { method: 'PATCH', body: { name: 'Mine' } }],
    ['/delete', { body: { currentPassword: password } }],
    [`/members/${bob.id}`, { method: 'PATCH', body: { role: 'owner', currentPassword: password } }],
    [`/members/${cyn.id}`, { method: 'DELETE' }],
    [`/members/${'0'.repeat(20)}`, { method: 'DELETE' }], // no member hears who is none
    ['/hand-over', { body: { userId: bob.id, currentPassword: password } }],
  ];
  const before = api.mails.length;
  for (const [rest, sent] of asBob) expect([rest, (await call(users, bob, `/${team}${rest}`, sent)).status]).toEqual([rest, 403]);
  expect(api.mails).toHaveLength(before);
  expect((await call(users, ann, `/${team}/leave`, { body: {} })).status).toBe(409);
  const own = { role: 'member', currentPassword: password };
  expect((await call(users, ann, `/${team}/members/${ann.id}`, { method: 'PATCH', body: own })).status).toBe(409);
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'PATCH', body: { role: 'king' } })).status).toBe(400);
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'PATCH', body: { role: 'editor' } })).status).toBe(200);
  expect((await call(users, ann, `/${team}`, { method: 'PATCH', body: { name: 'Band' } })).body.data).toMatchObject({ name: 'Band' });
  expect((await call(users, ann, `/${team}/hand-over`, { body: { userId: bob.id } })).status).toBe(403); // no fresh proof
  const over = { body: { userId: bob.id, currentPassword: password } };
  expect((await call(users, ann, `/${team}/hand-over`, over)).status).toBe(200);
  expect(await rolesIn(users, ann, team)).toEqual({ ann: 'member', bob: 'owner', cyn: 'member' });
  expect((await call(users, ann, `/${team}/leave`, { body: {} })).status).toBe(200);
  expect(await call(users, ann, `/${team}`)).toMatchObject(nobody);
  expect((await call(users, bob, `/${team}/members/${ann.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await call(users, bob, `/${team}/delete`, { body: {} })).status).toBe(403); // no fresh proof
  expect((await call(users, bob, `/${team}/delete`, { body: { currentPassword: password } })).status).toBe(200);
  expect((await call(users, cyn, '')).body.data).toEqual([]);
});

test('a stolen token makes nobody an owner, and takes no ownership away', async () => {
  const users = await usersWith();
  const [ann, bob, cyn] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'cyn')];
  const team = await create(users, ann);
  for (const member of [bob, cyn]) await joined(users, ann, { team, member });
  const change = (member: Person, body: object) => call(users, ann, `/${team}/members/${member.id}`, { method: 'PATCH', body });
  const before = api.mails.length;
  expect((await change(bob, { role: 'owner' })).status).toBe(403);
  expect((await call(users, ann, `/${team}/invitations`, { body: { email: 'x@example.test', role: 'owner' } })).status).toBe(403);
  expect(api.mails).toHaveLength(before);
  expect(await rolesIn(users, ann, team)).toEqual({ ann: 'owner', bob: 'member', cyn: 'member' });
  expect((await change(bob, { role: 'owner', currentPassword: password })).status).toBe(200);
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'DELETE' })).status).toBe(409);
  expect((await change(bob, { role: 'member' })).status).toBe(403);
  expect((await change(bob, { role: 'member', currentPassword: password })).status).toBe(200);
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'DELETE' })).status).toBe(200);
});

test('an invitation ends with the ownership of whoever has sent it: nobody comes back by one of their own', async () => {
  const users = await usersWith();
  const [ann, bob, cyn] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'cyn')];
  const team = await create(users, ann);
  await joined(users, ann, { team, member: bob, role: 'owner' });
  const { token } = await invite(users, bob, { team, email: cyn.email, role: 'owner' });
  const demoted = { role: 'member', currentPassword: password };
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'PATCH', body: demoted })).status).toBe(200);
  expect((await call(users, cyn, '/join', { body: { token } })).status).toBe(401);
  expect(await rolesIn(users, ann, team)).toEqual({ ann: 'owner', bob: 'member' });
});

test('two owners who leave at once leave one of them', async () => {
  const users = await usersWith();
  const [ann, bob] = [await person(users, 'ann'), await person(users, 'bob')];
  const team = await create(users, ann);
  await joined(users, ann, { team, member: bob, role: 'owner' });
  const left = await Promise.all([ann, bob].map((each) => call(users, each, `/${team}/leave`, { body: {} })));
  expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('members of the project see the teams of their users with the owners, and delete one of owners who are gone', async () => {
  const users = await usersWith();
  const [ann, bob] = [await person(users, 'ann'), await person(users, 'bob')];
  const team = await create(users, ann);
  await joined(users, ann, { team, member: bob });
  const of = (storageId: string) => ({ projectId: 'p1', storageId });
  const shown = { id: team, name: 'Crew', members: 2, owners: ['ann'], createdAt: expect.any(String) };
  expect(await teamsOfStorage(api.services, admin, of(users.id))).toEqual({ data: [shown], next: null });
  expect(await teamsOfStorage(api.services, admin, { ...of(users.id), after: team })).toEqual({ data: [], next: null });
  const [stranger, notes] = [{ ...admin, tenantId: 't2' }, await api.storage('notes')];
  for (const [who, { id }] of [
    [stranger, users],
    [admin, notes],
  ] as const) {
    await expect(teamsOfStorage(api.services, who, of(id))).rejects.toMatchObject({ code: 'not-found' });
    await expect(deleteStorageTeam(api.services, who, { ...of(id), teamId: team })).rejects.toMatchObject({ code: 'not-found' });
  }
  await deleteStorageTeam(api.services, admin, { ...of(users.id), teamId: team });
  for (const who of [ann, bob]) expect((await call(users, who, '')).body.data).toEqual([]);
  const told = await api.services.store.activity.query({ where: [['kind', '==', 'teamDeleted']] });
  expect(told.rows.map(({ data }) => data.values)).toEqual([expect.objectContaining({ team: 'Crew' })]);
});

test('a user is in thirty teams, and a team has a hundred members', async () => {
  const users = await usersWith();
  const [ann, bob, cyn] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'cyn')];
  const team = await create(users, ann);
  const [forBob, forCyn] = [await invite(users, ann, { team, email: bob.email }), await invite(users, ann, { team, email: cyn.email })];
  const database = databaseOf(api.services.store);
  const many = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, value]));
  await database.doc(`storages/${users.id}/records/${bob.id}`).update({ teams: many(30, 'member') });
  expect((await call(users, bob, '/join', { body: { token: forBob.token } })).status).toBe(409);
  expect((await call(users, bob, '', { body: { name: 'More' } })).status).toBe(409);
  const member = { role: 'member', since: new Date() };
  await database.doc(`storages/${users.id}/teams/${team}`).set({ members: many(99, member) }, { merge: true });
  expect((await call(users, cyn, '/join', { body: { token: forCyn.token } })).status).toBe(409);
  expect((await call(users, ann, `/${team}/invitations`, { body: { email: 'late@example.test' } })).status).toBe(409);
});

test('an invitation is good for a week, and two hundred of a team are listed', async () => {
  const users = await usersWith();
  const ann = await person(users, 'ann');
  const team = await create(users, ann);
  const { id } = await invite(users, ann, { team, email: 'bob@example.test' });
  const invitations = databaseOf(api.services.store).collection('appInvitations');
  const made = (await invitations.doc(id).get()).data() ?? {};
  expect(made.expiresAt.toMillis() - made.createdAt.toMillis()).toBe(7 * 86_400_000);
  await Promise.all(Array.from({ length: 200 }, (_, i) => invitations.doc(`more-${i}`).set(made)));
  expect((await call(users, ann, `/${team}/invitations`)).body.data).toHaveLength(200);
});

test('a page for members of the project has fifty teams, with three owners of each', async () => {
  const users = await usersWith();
  const owners = await Promise.all(['ann', 'bob', 'cyn', 'dan'].map((name) => person(users, name)));
  const createdAt = new Date();
  const members = Object.fromEntries(owners.map(({ id }) => [id, { role: 'owner', since: createdAt }]));
  const teams = databaseOf(api.services.store).collection(`storages/${users.id}/teams`);
  await Promise.all(Array.from({ length: 51 }, (_, i) => teams.doc(`team${i}`).set({ name: 'Crew', members, createdAt })));
  const { data, next } = await teamsOfStorage(api.services, admin, { projectId: 'p1', storageId: users.id });
  expect([data.length, next]).toEqual([50, data.at(-1)?.id]);
  for (const team of data) expect([team.members, team.owners.length]).toEqual([4, 3]);
});

test('where teams are off, and for keys and anonymous users, there are none', async () => {
  const off = await usersWith({ teams: false });
  const ann = await person(off, 'ann');
  for (const [rest, sent] of [
    ['', {}],
    ['', { body: { name: 'A' } }],
    ['/join', { body: { token: 'x' } }],
    ['/t1', {}],
    ['/t1', { method: 'PATCH', body: { name: 'A' } }],
    ['/t1/leave', { body: {} }],
    ['/t1/delete', { body: {} }],
    ['/t1/hand-over', { body: { userId: ann.id } }],
    [`/t1/members/${ann.id}`, { method: 'DELETE' }],
    [`/t1/members/${ann.id}`, { method: 'PATCH', body: { role: 'member' } }],
    ['/t1/invitations', {}],
    ['/t1/invitations', { body: { email: 'x@example.test' } }],
  ] as const)
    expect([rest, (await call(off, ann, rest, sent)).status]).toEqual([rest, 403]);
  const users = await usersWith();
  const guest = (await postFromPage(api, users, 'sign-in/anonymous')).body;
  expect((await call(users, { id: '', email: '', bearer: guest.accessToken }, '', { body: { name: 'A' } })).status).toBe(403);
  expect((await api.call(`${users.path}/teams`)).status).toBe(403);
  const team = await create(users, await person(users, 'bob'));
  expect(await call(users, await person(users, 'eve'), `/${team}/invitations`, { body: { email: 'x@example.test' } })).toMatchObject(
    nobody,
  );
});

/** A storage whose records belong to teams, in the project of its users. */
async function withNotes(grants: unknown[]) {
  const users = await usersWith();
  const notes = await api.storage('notes');
  await api.call(notes.path, { body: { teamId: 'first', text: 'x', state: 'live' } }); // the fields are known
  await saveAccess(api.services, admin, {
    path: { projectId: 'p1', storageId: notes.id },
    change: { version: 0, grants: Grants.parse(grants) },
  });
  return { users, notes };
}

test('rules about a team: lists, reads, creates and updates are for its members alone, and a removed one is out at once', async () => {
  const { users, notes } = await withNotes([
    { who: { team: 'teamId' }, verbs: ['list', 'read', 'create', 'update'] },
    { who: { team: 'teamId', roles: ['owner'] }, verbs: ['delete'] },
  ]);
  const [ann, bob, eve] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'eve')];
  const [team, other] = [await create(users, ann), await create(users, eve, 'Others')];
  await joined(users, ann, { team, member: bob });
  const as = (who: Person, rest = '', more: object = {}) => api.call(`${notes.path}${rest}`, { bearer: who.bearer, ...more });
  const made = await as(bob, '', { body: { teamId: team, text: 'ours' } });
  expect(made.status).toBe(201);
  const one = `/dataId/${made.body.data.id}`;
  expect((await as(bob, '', { body: { teamId: other, text: 'theirs' } })).status).toBe(403);
  expect((await as(bob, '', { body: { text: 'nobody’s' } })).status).toBe(403);
  expect((await as(bob, one, { method: 'PUT', body: { teamId: other } })).status).toBe(403);
  expect((await as(bob, one, { method: 'PUT', body: { text: 'changed' } })).status).toBe(200);
  expect((await as(bob, one, { method: 'DELETE' })).status).toBe(403);
  const list = await as(ann);
  expect(list.body).toMatchObject({ data: [{ text: 'changed' }], pagination: { totalItems: 1 } });
  expect((await as(eve)).body.data).toEqual([]);
  expect((await as(eve, one)).status).toBe(404);
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'DELETE' })).status).toBe(200);
  await vi.waitFor(async () => expect((await as(bob)).body.data).toEqual([]), { timeout: 30_000 });
  expect((await as(bob, one)).status).toBe(404);
  expect((await as(bob, one, { method: 'PUT', body: { text: 'still' } })).status).not.toBe(200);
  expect((await as(ann, one, { method: 'DELETE' })).status).toBe(200);
});

test('rules about teams hold for nobody once the storage has teams off, and again when it has them on', async () => {
  const { users, notes } = await withNotes([
    { who: { team: 'teamId' }, verbs: ['list', 'read', 'create'] },
    { who: 'signedIn', verbs: ['read'], if: [{ field: 'teamId', value: '@user.teams' }] },
  ]);
  const ann = await person(users, 'ann');
  const body = { teamId: await create(users, ann), text: 'ours' };
  const { id } = (await api.call(notes.path, { bearer: ann.bearer, body })).body.data;
  const seen = async () => {
    const [list, one] = [await api.call(notes.path, { bearer: ann.bearer }), `${notes.path}/dataId/${id}`];
    return [list.body.data?.length, (await api.call(one, { bearer: ann.bearer })).status];
  };
  expect(await seen()).toEqual([1, 200]);
  for (const [teams, told] of [
    [false, [0, 404]],
    [true, [1, 200]],
  ] as const) {
    await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change: { signIn: { teams } } });
    await vi.waitFor(async () => expect(await seen()).toEqual(told), { timeout: 30_000 });
  }
});

test('@user.teams is the list of the user’s teams in a condition', async () => {
  const { users, notes } = await withNotes([
    {
      who: 'signedIn',
      verbs: ['list', 'read'],
      if: [
        { field: 'state', value: 'live' },
        { field: 'teamId', value: '@user.teams' },
      ],
    },
  ]);
  const [ann, eve] = [await person(users, 'ann'), await person(users, 'eve')];
  const [a, b, c] = [await create(users, ann, 'A'), await create(users, ann, 'B'), await create(users, eve, 'C')];
  for (const [teamId, state] of [
    [a, 'live'],
    [b, 'live'],
    [b, 'draft'],
    [c, 'live'],
  ])
    await api.call(notes.path, { body: { teamId, state } });
  const list = await api.call(notes.path, { bearer: ann.bearer });
  expect(list.body.data.map(({ teamId }: { teamId: string }) => teamId).sort()).toEqual([a, b].sort());
  const live = await api.call('/api/livesync/token', { bearer: ann.bearer, body: { storageKeys: [notes.id] } });
  expect([live.status, live.body.message]).toEqual([503, expect.stringContaining('are being prepared for LiveSync')]);
});

test('rules about teams are refused where the users have none, and for a field that is not there', async () => {
  const notes = await api.storage('notes2');
  const save = (grants: unknown[]) =>
    saveAccess(api.services, admin, {
      path: { projectId: 'p1', storageId: notes.id },
      change: { version: 0, grants: Grants.parse(grants) },
    });
  await usersWith();
  await expect(save([{ who: { team: 'nowhere' }, verbs: ['read'] }])).rejects.toMatchObject({ status: 400 });
  await expect(save([{ who: { team: 'id' }, verbs: ['read'] }])).rejects.toMatchObject({ status: 400 });
});

test('who is gone for good, live or out of the trash, by a key or erased, is in no team and counts in none', async () => {
  const users = await usersWith();
  const [ann, bob, cyn, dan] = [
    await person(users, 'ann'),
    await person(users, 'bob'),
    await person(users, 'cyn'),
    await person(users, 'dan'),
  ];
  const team = await create(users, ann);
  for (const member of [bob, cyn, dan]) await joined(users, ann, { team, member });
  const remove = (who: Person, rest: string) => api.call(`${users.path}/dataId/${who.id}${rest}`, { method: 'DELETE' });
  const members = async () =>
    Object.keys((await databaseOf(api.services.store).doc(`storages/${users.id}/teams/${team}`).get()).get('members')).sort();
  expect((await remove(bob, '?permanent=true')).status).toBe(200);
  expect(await members()).toEqual([ann, cyn, dan].map(({ id }) => id).sort());
  await postFromPage(api, users, 'me/delete', { body: { currentPassword: password }, bearer: cyn.bearer });
  expect(await members()).toContain(cyn.id); // who is in the trash may come back
  expect((await remove(cyn, '?permanent=true')).status).toBe(200);
  expect((await api.call(`${users.path}/dataId/${dan.id}/erase`, { body: {} })).status).toBe(200);
  expect(await members()).toEqual([ann.id]);
  expect((await call(users, ann, '')).body.data).toMatchObject([{ id: team, members: 1 }]);
  expect(await rolesIn(users, ann, team)).toEqual({ ann: 'owner' });
});

test('a user who was removed from a team in the trash comes back without it', async () => {
  const users = await usersWith();
  const [ann, bob, cyn] = [await person(users, 'ann'), await person(users, 'bob'), await person(users, 'cyn')];
  const team = await create(users, ann);
  for (const member of [bob, cyn]) await joined(users, ann, { team, member });
  for (const { id } of [bob, cyn]) {
    const record = databaseOf(api.services.store).doc(`storages/${users.id}/records/${id}`);
    expect((await record.get()).get('teams')).toEqual({ [team]: 'member' });
  }
  const toTrash = (who: Person) => postFromPage(api, users, 'me/delete', { body: { currentPassword: password }, bearer: who.bearer });
  for (const each of [bob, cyn]) expect((await toTrash(each)).status).toBe(200);
  expect((await call(users, ann, `/${team}/members/${bob.id}`, { method: 'DELETE' })).status).toBe(200);
  for (const [{ id }, teams] of [
    [bob, {}],
    [cyn, { [team]: 'member' }],
  ] as const) {
    expect((await api.call(`${users.path}/dataId/${id}/restore`, { method: 'POST', body: {} })).status).toBe(200);
    expect((await databaseOf(api.services.store).doc(`storages/${users.id}/records/${id}`).get()).get('teams')).toEqual(teams);
  }
  expect((await api.call(`${users.path}/dataId/${cyn.id}`, { method: 'PUT', body: { email: 'cyn@other.test' } })).status).toBe(200);
  expect((await databaseOf(api.services.store).doc(`storages/${users.id}/records/${cyn.id}`).get()).get('teams')).toEqual({
    [team]: 'member',
  });
});
