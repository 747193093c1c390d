import { createLiveSync, type LiveEvent } from '@bedplate/client';
import type { LiveSyncAnswer, Project, Storage } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { nextMailTo } from '../support/inbox.ts';
import { database, target } from '../support/target.ts';
import { type Admin, anAdmin, aProject, aStorage, freshEmail, keysOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

let admin: Admin;
let project: Project;
let users: Storage;
let notes: Storage;
let articles: Storage;
let keys: ReturnType<typeof keysOf>;
const email = freshEmail('ann');
let ann: { id: string; accessToken: string; refreshToken: string };
let theirs: string;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  [users, notes, articles] = [
    await aStorage(admin, project.id, 'users'),
    await aStorage(admin, project.id, 'notes'),
    await aStorage(admin, project.id, 'articles'),
  ];
  keys = keysOf(admin, project.id);
  await open(notes, { read: 'own', write: 'own' });
  await open(articles, { read: 'all', write: 'none' });
  await mustCall({ path: at(users), ...keys, body: { username: 'ann', email, password: 'a-pass-word-1' } });
  ann = await signIn('a-pass-word-1');
  theirs = (await mustCall<{ data: { id: string } }>({ path: at(notes), ...keys, body: { userId: 'someone', text: 'theirs' } })).data.id;
});

const at = (storage: Storage, id?: string) => `/api/${storage.storageKey}/${storage.id}${id ? `/dataId/${id}` : ''}`;
const open = (storage: Storage, endUserAccess: object) =>
  mustCall({ method: 'PUT', path: `/app/project/${project.id}/dataStorages/${storage.id}`, token: admin.token, body: { endUserAccess } });
const asAnn = () => ({ token: ann.accessToken, headers: { 'x-project-id': project.id } });

async function signIn(password: string) {
  const body = await mustCall<{ data: { id: string }; accessToken: string; refreshToken: string }>({
    path: `${at(users)}/authenticate`,
    ...keys,
    body: { username: 'ann', password },
  });
  return { id: body.data.id, accessToken: body.accessToken, refreshToken: body.refreshToken };
}

// Covers S0-7-29
test('an access token writes and reads the records of its user', async () => {
  const made = await mustCall<{ data: { id: string } }>({ path: at(notes), ...asAnn(), body: { text: 'mine' } });
  expect(made.data).toMatchObject({ text: 'mine', userId: ann.id });
  const list = await mustCall<{ data: unknown[] }>({ path: at(notes), ...asAnn() });
  expect(list).toMatchObject({ data: [{ id: made.data.id }], pagination: { totalItems: 1 } });
});

// Covers S1-7-43
test('saving the record in the console leaves the password working', async () => {
  const hash = async () => (await database().doc(`storages/${users.id}/private/${ann.id}`).get()).get('password') as string;
  const before = await hash();
  const records = `/app/project/${project.id}/dataStorages/${users.id}`;
  const { data: rows } = await mustCall<{ data: { id: string }[] }>({ path: records, token: admin.token });
  const row = rows.find(({ id }) => id === ann.id);
  await mustCall({ method: 'PUT', path: `${records}/item/${ann.id}`, token: admin.token, body: { data: { ...row, nickname: 'Annie' } } });
  expect(before).toMatch(/^\$argon2/);
  expect(await hash()).toBe(before);
  expect((await signIn('a-pass-word-1')).id).toBe(ann.id);
});

scenarios('what an app user may not', [
  // Covers S0-7-29
  { name: 'reading another user’s record', send: () => ({ path: at(notes, theirs), ...asAnn() }), status: 404, hides: 'theirs' },
  {
    // Covers S0-7-29
    name: 'changing another user’s record',
    send: () => ({ method: 'PUT', path: at(notes, theirs), ...asAnn(), body: { text: 'x' } }),
    status: 404,
  },
  {
    // Covers S0-7-29
    name: 'writing in another’s name',
    send: () => ({ path: at(notes), ...asAnn(), body: { userId: 'someone' } }),
    status: 403,
    field: 'userId',
  },
  {
    // Covers S0-7-29
    name: 'writing where only reading is open',
    send: () => ({ path: at(articles), ...asAnn(), body: { a: 1 } }),
    status: 403,
    code: 'permission-denied',
  },
  {
    // Covers S0-7-29
    name: 'reading a storage that is not open',
    send: () => ({ path: at(users), ...asAnn() }),
    status: 403,
    code: 'permission-denied',
  },
  {
    // Covers S0-7-29
    name: 'using the token in another project',
    send: () => ({ path: at(articles), token: ann.accessToken, headers: { 'x-project-id': 'other' } }),
    status: 401,
  },
  {
    // Covers S0-7-30
    name: 'following a storage live that is not open',
    send: () => ({ path: '/api/livesync/token', ...asAnn(), body: { storageKeys: ['notes', 'users'] } }),
    status: 403,
    code: 'permission-denied',
  },
]);

// Covers S0-7-30
test('an access token is accepted for LiveSync where all records may be read, and records come under their chosen ids', async () => {
  const events: LiveEvent<{ title: string }>[] = [];
  const live = createLiveSync<{ title: string }>({
    endpoint: target.web,
    projectId: project.id,
    storageKey: 'articles',
    getToken: () => mustCall<LiveSyncAnswer>({ path: '/api/livesync/token', ...asAnn(), body: { storageKeys: ['articles'] } }),
    onChange: (event) => void events.push(event),
  });
  try {
    await expect.poll(() => live.state).toBe('live');
    const path = at(articles, 'hello-world');
    await mustCall({ method: 'PUT', path: `${path}?upsert=true`, ...keys, body: { title: 'Hello' } });
    await expect.poll(() => events).toMatchObject([{ type: 'create', record: { id: 'hello-world', title: 'Hello' } }]);
    await mustCall({ method: 'DELETE', path, ...keys });
    await expect.poll(() => events.at(-1)).toMatchObject({ type: 'delete', id: 'hello-world' });
  } finally {
    live.close();
  }
});

/** Follows the notes with this token; `next` waits for as many events. */
function followNotes(accessToken: string, since?: Date) {
  const events: LiveEvent<{ text: string }>[] = [];
  const live = createLiveSync<{ text: string }>({
    endpoint: target.web,
    projectId: project.id,
    storageKey: 'notes',
    token: accessToken,
    since,
    onChange: (event) => void events.push(event),
  });
  const shown = () =>
    events.map((event) => (event.type === 'gap' ? 'gap' : `${event.type} ${('record' in event && event.record?.text) || event.id}`));
  return { live, shown, started: () => expect.poll(() => live.state).toBe('live') };
}

// Covers S0-7-30
test('where only one’s own records are open an access token follows them and no others, also when they change hands', async () => {
  const body = { username: 'ben', password: 'a-pass-word-2' };
  const { data: ben } = await mustCall<{ data: { id: string } }>({ path: at(users), ...keys, body });
  const bens = await mustCall<{ accessToken: string }>({ path: `${at(users)}/authenticate`, ...keys, body });
  const [one, two] = [followNotes(ann.accessToken), followNotes(bens.accessToken)];
  const since = new Date();
  const note = async (text: string, userId: string) =>
    (await mustCall<{ data: { id: string } }>({ path: at(notes), ...keys, body: { text, userId } })).data.id;
  const change = (id: string, fields: object) => mustCall({ method: 'PUT', path: at(notes, id), ...keys, body: fields });
  try {
    await Promise.all([one.started(), two.started()]);
    const [first, gone] = [await note('from ann', ann.id), await note('for nobody', 'nobody')];
    await change(gone, { text: 'still for nobody' });
    await mustCall({ method: 'DELETE', path: at(notes, gone), ...keys });
    await change(first, { userId: ben.id, text: 'now with ben' });
    await change(first, { text: 'kept by ben' });
    const last = await note('the last of ann', ann.id);
    await mustCall({ method: 'DELETE', path: at(notes, last), ...keys });
    const annSaw = ['create from ann', `delete ${first}`, 'create the last of ann', `delete ${last}`];
    await expect.poll(one.shown).toEqual(annSaw);
    await expect.poll(two.shown).toEqual(['create now with ben', 'update kept by ben']);
    const late = followNotes(ann.accessToken, since);
    await expect.poll(late.shown).toEqual([`delete ${first}`, `delete ${last}`]);
    late.live.close();
  } finally {
    one.live.close();
    two.live.close();
  }
});

test('a record whose write was committed late, under a time that its listener had left behind, is found', async () => {
  let tokens = 0;
  const events: LiveEvent<{ text: string }>[] = [];
  const live = createLiveSync<{ text: string }>({
    endpoint: target.web,
    projectId: project.id,
    storageKey: 'notes',
    async getToken() {
      const token = await mustCall<LiveSyncAnswer>({ path: '/api/livesync/token', ...asAnn(), body: { storageKeys: ['notes'] } });
      // The first is told to end soon, so that a listener with a later anchor takes over.
      return ++tokens === 1 ? { ...token, expiresAt: new Date(Date.now() + 3500).toISOString() } : token;
    },
    onChange: (event) => void events.push(event),
    // A minute passes in five seconds.
    clock: {
      now: Date.now,
      after(ms, run) {
        const timer = setTimeout(run, ms / 12);
        return () => clearTimeout(timer);
      },
    },
  });
  try {
    await expect.poll(() => live.state).toBe('live');
    const body = { text: 'in time', userId: ann.id };
    const { data } = await mustCall<{ data: { id: string } }>({ path: at(notes), ...keys, body });
    await expect.poll(() => tokens).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the new listener catches up
    const records = database().collection(`storages/${notes.id}/records`);
    const inTime = (await records.doc(data.id).get()).data() as { updatedAt: Timestamp };
    const earlier = Timestamp.fromMillis(inTime.updatedAt.toMillis() - 20_000);
    await records.doc(`${data.id}late`).set({ ...inTime, createdAt: earlier, updatedAt: earlier });
    await expect
      .poll(() => events.map((event) => event.type !== 'gap' && event.id), { timeout: 20_000 })
      .toEqual([data.id, `${data.id}late`]);
  } finally {
    live.close();
  }
});

// Covers S0-7-30
test('a LiveSync token of an app user opens the user’s own records, ends with the access token, and is not renewed once access is closed', async () => {
  const ask = { path: '/api/livesync/token', ...asAnn(), body: { storageKeys: ['notes'] } };
  const given = await mustCall<LiveSyncAnswer>(ask);
  expect(given.storages).toEqual([{ storageId: notes.id, storageKey: 'notes', is_softDelete: false, owner: ann.id }]);
  const claims = JSON.parse(Buffer.from(given.token.split('.')[1] ?? '', 'base64url').toString()) as { claims: object };
  const whose = {
    u: ann.id,
    us: users.id,
    ur: ann.id,
    um: expect.stringMatching(/^[0-9a-f]{16}$/),
    s: expect.stringMatching(/^[\w-]{24}$/),
  };
  const [p, t, x] = [project.id, admin.tenantId, Date.parse(given.expiresAt)];
  expect(claims.claims).toEqual({ live: true, p, t, sids: [], own: [notes.id], ...whose, x });
  const access = JSON.parse(Buffer.from(ann.accessToken.slice(4).split('.')[0] ?? '', 'base64url').toString()) as { expiresAt: number };
  expect(Date.parse(given.expiresAt)).toBeLessThanOrEqual(access.expiresAt);
  await open(notes, { read: 'none', write: 'own' });
  expect((await call(ask)).status).toBe(403);
  await open(notes, { read: 'own', write: 'own' });
});

test('a refresh token gives new tokens, a reset by mail ends them', async () => {
  const next = await mustCall<{ refreshToken: string; accessToken: string }>({
    path: `${at(users)}/refresh`,
    ...keys,
    body: { refreshToken: ann.refreshToken },
  });
  expect(next.accessToken).toMatch(/^bpu_/);
  await mustCall({ path: `${at(users)}/forgot-password`, ...keys, body: { email } });
  const [code = ''] = /^[\w-]{24}$/m.exec((await nextMailTo(email)).text) ?? [];
  await mustCall({ path: `${at(users)}/reset-password`, ...keys, body: { token: code, password: 'a-pass-word-2' } });
  expect((await call({ path: `${at(users)}/reset-password`, ...keys, body: { token: code, password: 'a-pass-word-3' } })).status).toBe(404);
  expect((await call({ path: `${at(users)}/refresh`, ...keys, body: { refreshToken: next.refreshToken } })).status).toBe(401);
  expect((await signIn('a-pass-word-2')).id).toBe(ann.id);
});

// Covers S0-8-15
test('ten failures lock a name, also against the right password', async () => {
  const failures = await Promise.all(Array.from({ length: 10 }, () => tryPassword('wrong')));
  for (const failure of failures) expect(failure).toMatchObject({ status: 401, body: { message: 'User not found.' } });
  expect(await tryPassword('a-pass-word-2')).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } });
});

function tryPassword(password: string) {
  return call({ path: `${at(users)}/authenticate`, ...keys, body: { username: 'ann', password } });
}
