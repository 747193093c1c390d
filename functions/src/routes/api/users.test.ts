import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf, memoryFiles } from '../../../test/data-services.ts';
import { sha256 } from '../../crypto/crypt.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let notes: Awaited<ReturnType<typeof api.storage>>;
let open: Awaited<ReturnType<typeof api.storage>>;
let closed: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  notes = await api.storage('notes', { endUserAccess: { read: 'own', write: 'own' }, is_softDelete: true });
  open = await api.storage('articles', { endUserAccess: { read: 'all', write: 'none' } });
  closed = await api.storage('secrets');
});
afterAll(() => api.stop());

const post = (call: string, body: unknown, headers = {}) => api.call(`${users.path}/${call}`, { body, headers });
async function signUp(username: string, password = 'a-pass-word-1') {
  const { id } = (await api.call(users.path, { body: { username, email: `${username}@example.test`, password } })).body.data;
  const { accessToken, refreshToken } = (await post('authenticate', { username, password })).body;
  return { id, bearer: accessToken as string, refreshToken: refreshToken as string };
}

test('a sign-up that lacks something names the field', async () => {
  const refused = (field: string) => ({ status: 400, body: { error: { code: 'invalid-argument', details: [{ field }] } } });
  expect(await api.call(users.path, { body: { username: 'nopassword' } })).toMatchObject(refused('password'));
  expect(
    await api.call(users.path, { body: [{ username: 'fine', password: 'a-pass-x-word' }, { password: 'a-pass-x-word' }] }),
  ).toMatchObject(refused('1.username'));
  for (const username of [7, ['x'], { a: 1 }, ' ', 'bell\u0007'])
    expect(await api.call(users.path, { body: { username, password: 'a-pass-x-word' } })).toMatchObject(refused('username'));
  expect((await api.call(`${users.path}/count`)).body.data.count).toBe(0);
});

test('a user keeps a username', async () => {
  const { id } = await signUp('named');
  for (const username of [{ $unset: true }, null, '', ' ']) {
    const { status, body } = await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { username } });
    expect([username, status, body.message]).toEqual([username, 400, 'Enter a username.']);
  }
  expect((await api.call(`${users.path}/dataId/${id}`)).body.data.username).toBe('named');
});

test('a refresh token works once; using it again later ends the session', async () => {
  const { id, refreshToken } = await signUp('rita');
  const next = await post('refresh', { refreshToken });
  expect(next).toMatchObject({
    status: 200,
    body: { data: { username: 'rita' }, expiresIn: 3600, accessToken: expect.stringMatching(/^bpu_/) },
  });
  expect((await post('refresh', { refreshToken })).status).toBe(200); // a lost answer is forgiven for some seconds
  const session = (await databaseOf(api.services.records.store).collection('appSessions').where('key', '==', id).get()).docs[0];
  const latest = (await post('refresh', { refreshToken })).body;
  const old = (await import('@google-cloud/firestore')).Timestamp.fromMillis(Date.now() - 60_000);
  await Promise.all(
    (await databaseOf(api.services.records.store).collection('appSessions').get()).docs.map((doc) => doc.ref.update({ rotatedAt: old })),
  );
  expect((await post('refresh', { refreshToken })).status).toBe(401);
  expect((await post('refresh', { refreshToken: latest.refreshToken ?? 'x' })).status).toBe(401);
  expect((await session?.ref.get())?.exists).toBe(false);
});

test('who may write but not read a record does not get it back', async () => {
  const { id, bearer } = await signUp('walter');
  const read = async (reach: 'none' | 'own') => {
    const storage = await api.storage(`inbox${reach}`, { endUserAccess: { read: reach, write: 'all' }, is_softDelete: true });
    const [mine, foreign] = (
      await api.call(storage.path, {
        body: [
          { userId: id, text: 'mine' },
          { userId: 'other', text: 'theirs' },
        ],
      })
    ).body.data;
    const put = async (record: { id: string }) =>
      (await api.call(`${storage.path}/dataId/${record.id}`, { method: 'PUT', body: { seen: true }, bearer })).body.data;
    const writes = [{ op: 'update', storageId: storage.id, id: foreign.id, data: { seen: 2 } }];
    const batch = (await api.call('/api/batch', { body: { writes }, bearer })).body.data[0].data;
    await api.call(`${storage.path}/dataId/${foreign.id}`, { method: 'DELETE' });
    const restored = (await api.call(`${storage.path}/dataId/${foreign.id}/restore`, { method: 'POST', bearer })).body.data;
    const made = (await api.call(storage.path, { body: { text: 'new' }, bearer })).body.data;
    return { mine: await put(mine), foreign: await put(foreign), batch, restored, made };
  };
  const bare = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) };
  const full = expect.objectContaining({ text: expect.any(String) });
  expect(await read('none')).toEqual({ mine: bare, foreign: bare, batch: bare, restored: bare, made: full });
  expect(await read('own')).toEqual({ mine: full, foreign: bare, batch: bare, restored: bare, made: full });
});

test('who may write but not read a record gets back the file of an upload, and not the record', async () => {
  const { bearer } = await signUp('wanda');
  const files = memoryFiles();
  Object.assign(api.services.records, { files });
  const dropbox = await api.storage('dropbox', { endUserAccess: { read: 'none', write: 'all' } });
  const { id } = (await api.call(dropbox.path, { body: { text: 'theirs' } })).body.data;
  const upload = (call: string, body: unknown) => api.call(`${dropbox.path}/dataId/${id}/${call}`, { body, bearer });
  const bare = { id, createdAt: expect.any(String), updatedAt: expect.any(String) };

  const form = new FormData();
  form.set('file', new Blob(['hello']), 'a.txt');
  const whole = await upload('upload?fieldName=small', form);
  expect([whole.status, whole.body.name, whole.body.data]).toEqual([200, 'a.txt', bare]);

  const { uploadId, uploadUrl } = (await upload('upload-url?fieldName=large', { name: 'b.txt', size: 3 })).body.data;
  files.finish(uploadUrl, Buffer.from('abc'));
  const complete = () =>
    api.call(`${dropbox.path}/dataId/${id}/upload-complete`, { body: { uploadId }, bearer, headers: { 'idempotency-key': 'wanda-1' } });
  const first = await complete();
  expect([first.status, first.body.name, first.body.data]).toEqual([200, 'b.txt', bare]);
  expect((await complete()).body).toEqual(first.body);
  expect((await api.call(`${dropbox.path}/dataId/${id}`)).body.data).toMatchObject({ text: 'theirs', large: first.body.url });
});

test('a logout, a new password and a deleted user end the session', async () => {
  const [out, changed, gone] = [await signUp('out'), await signUp('changed'), await signUp('gone')];
  expect((await post('logout', { refreshToken: out.refreshToken })).status).toBe(200);
  await api.call(`${users.path}/dataId/${changed.id}`, { method: 'PUT', body: { password: 'a-pass-word-2' } });
  await api.call(`${users.path}/dataId/${gone.id}`, { method: 'DELETE' });
  for (const { refreshToken } of [out, changed, gone, { refreshToken: 'bpr_nonsense' }]) {
    expect(await post('refresh', { refreshToken })).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
  }
  await expect.poll(async () => (await api.call(open.path, { bearer: gone.bearer })).status).toBe(401);
});

test('a forgotten password is set with the code of a mail, once; unknown users get the same answer', async () => {
  const { refreshToken } = await signUp('fred');
  const known = await post('forgot-password', { email: 'FRED@example.test' });
  const unknown = await post('forgot-password', { email: 'nobody@example.test' });
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(api.mails.map(({ to }) => to)).toEqual(['fred@example.test']);
  const token = /^([\w-]{24})$/m.exec(api.mails[0]?.mail.text ?? '')?.[1] ?? '';
  expect(await post('reset-password', { token: `${token}x`, password: 'new-pass-1' })).toMatchObject({
    status: 404,
    body: { message: 'Invalid or expired token' },
  });
  expect((await post('reset-password', { token, password: 'new-pass-1' })).status).toBe(200);
  expect((await post('reset-password', { token, password: 'new-pass-2' })).status).toBe(404);
  expect((await post('authenticate', { username: 'fred', password: 'new-pass-1' })).status).toBe(200);
  expect((await post('authenticate', { username: 'fred', password: 'a-pass-word-1' })).status).toBe(401);
  expect((await post('refresh', { refreshToken })).status).toBe(401);
});

test('the code of a mail sets no password any more when its time is over', async () => {
  await signUp('slow');
  await post('forgot-password', { username: 'slow' });
  const token = /^([\w-]{24})$/m.exec(api.mails.at(-1)?.mail.text ?? '')?.[1] ?? '';
  await databaseOf(api.services.store)
    .doc(`appUserTokens/${sha256(token)}`)
    .update({ expiresAt: new Date(Date.now() - 1) });
  expect((await post('reset-password', { token, password: 'new-pass-1' })).status).toBe(404);
  expect((await post('authenticate', { username: 'slow', password: 'a-pass-word-1' })).status).toBe(200);
});

test('a password set with the code of a mail opens a name that failures have locked', async () => {
  await signUp('lena');
  for (let i = 0; i < 11; i += 1) await post('authenticate', { username: 'lena', password: 'wrong' });
  expect((await post('authenticate', { username: 'lena', password: 'a-pass-word-1' })).status).toBe(429);
  const before = api.mails.length;
  await post('forgot-password', { username: 'lena' });
  const token = /^([\w-]{24})$/m.exec(api.mails[before]?.mail.text ?? '')?.[1] ?? '';
  expect((await post('reset-password', { token, password: 'new-pass-1' })).status).toBe(200);
  expect((await post('authenticate', { username: 'lena', password: 'new-pass-1' })).status).toBe(200);
});

test('ten failures lock a name for a while, known or not, also against the right password', async () => {
  await signUp('locked');
  for (const username of ['locked', 'unheard-of']) {
    // All at once, and more than are looked at: guesses in parallel do not slip through.
    const guesses = await Promise.all(Array.from({ length: 15 }, () => post('authenticate', { username, password: 'wrong' })));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    expect(guesses.find(({ status }) => status === 401)?.body).toMatchObject({ message: 'User not found.' });
    const answer = await post('authenticate', { username, password: 'a-pass-word-1' });
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

// Covers S0-7-29
test('an access token reaches what the end-user access of a storage opens, and only that', async () => {
  const [ann, bob] = [await signUp('ann'), await signUp('bob')];
  const mine = await api.call(notes.path, { bearer: ann.bearer, body: { text: 'mine' } });
  expect(mine).toMatchObject({ status: 201, body: { data: { text: 'mine', userId: ann.id } } });
  const { id } = mine.body.data;
  const theirs = (await api.call(notes.path, { bearer: bob.bearer, body: { text: 'theirs' } })).body.data.id;
  expect((await api.call(notes.path, { bearer: ann.bearer })).body).toMatchObject({ data: [{ id }], pagination: { totalItems: 1 } });
  expect((await api.call(`${notes.path}?userId=${bob.id}`, { bearer: ann.bearer })).body.data).toEqual([]);
  expect((await api.call(`${notes.path}/count`, { bearer: ann.bearer })).body.data.count).toBe(1);
  expect((await api.call(`${notes.path}/aggregate?op=count`, { bearer: ann.bearer })).body.data).toEqual({ count: 1 });
  expect((await api.call(`${notes.path}/dataId/${id}`, { bearer: ann.bearer, method: 'PUT', body: { text: 'new' } })).status).toBe(200);

  const named = await api.call(notes.path, { bearer: bob.bearer, body: { userId: bob.id } });
  expect(named).toMatchObject({ status: 201, body: { data: { userId: bob.id } } });
  expect((await api.call(`${users.path}/dataId/${ann.id}`, { bearer: ann.bearer, method: 'PUT', body: 'null' })).status).toBe(400);
  const asked = await api.call(`${notes.path}?colour=red`, { bearer: ann.bearer }); // no word of the fields of others
  expect([asked.status, asked.body.warnings]).toEqual([200, undefined]);
  const refusals: [string, object, number][] = [
    [`${notes.path}?pageSize=5`, {}, 400],
    [`${notes.path}/dataId/${theirs}`, {}, 404],
    [`${notes.path}/dataId/${theirs}`, { method: 'PUT', body: { text: 'x' } }, 404],
    [`${notes.path}/dataId/${theirs}`, { method: 'DELETE' }, 404],
    [`${notes.path}/dataId/${id}`, { method: 'PUT', body: { userId: bob.id } }, 403],
    [`${notes.path}/dataId/${id}`, { method: 'PUT', body: { userId: { $unset: true } } }, 403],
    [notes.path, { body: { userId: bob.id } }, 403],
    [`${notes.path}/export`, {}, 403],
    [`${notes.path}/import`, { body: [{ a: 1 }] }, 403],
    ['/api/batch', { body: { writes: [{ op: 'delete', storageKey: 'notes', id: theirs }] } }, 404],
    ['/api/batch', { body: { writes: [{ op: 'create', storageKey: 'secrets', data: {} }] } }, 403],
    [open.path, { body: { a: 1 } }, 403],
    [closed.path, {}, 403],
    [users.path, { body: { username: 'x', password: 'a-pass-y-word' } }, 401],
    ['/api/livesync/token', { body: { storageKeys: ['notes', 'secrets'] } }, 403],
    ['/api/livesync/token', { body: { storageKeys: ['secrets'] } }, 403],
    // Keys alone may do these, also with one's own record.
    [`${notes.path}/dataId/${id}/history`, {}, 403],
    [`${notes.path}/dataId/${id}?authors=true`, {}, 403],
    [`${notes.path}/dataId/${id}?asOf=${new Date().toISOString()}`, {}, 403],
    [`${notes.path}/dataId/${id}/erase`, { body: {} }, 403],
    [`${notes.path}/import/none`, { method: 'DELETE' }, 403],
    ['/api/undo', { body: {} }, 403],
    [`/api/undo/${notes.id}/none`, {}, 403],
    ['/api/trash', {}, 403],
  ];
  for (const [path, request, status] of refusals)
    expect([path, (await api.call(path, { bearer: ann.bearer, ...request })).status]).toEqual([path, status]);
  expect((await api.call(open.path, { bearer: ann.bearer })).status).toBe(200);
  expect((await api.call(closed.path, { bearer: ann.bearer, headers: api.keyHeaders })).status).toBe(200); // a key goes before a token
  expect((await api.call(`${notes.path}/dataId/${theirs}`)).body.data).toMatchObject({ text: 'theirs', userId: bob.id });
  expect((await api.call(users.path, { bearer: ann.bearer })).body.data).toMatchObject([{ id: ann.id, username: 'ann' }]);
  expect((await api.call(`${users.path}/dataId/${bob.id}`, { bearer: ann.bearer })).status).toBe(404);
  expect((await api.call(open.path, { bearer: ann.bearer, headers: { 'x-project-id': 'p2' } })).status).toBe(401);
  const unnamed = await api.call(open.path, { bearer: ann.bearer, headers: { 'x-project-id': '' } });
  expect(unnamed).toMatchObject({ status: 401, body: { message: expect.stringContaining('X-Project-ID is missing') } });
  expect((await api.call(open.path, { bearer: 'bpu_none', headers: { 'x-project-id': '' } })).body.message).not.toContain('X-Project-ID');
  expect((await api.call(open.path, { bearer: ann.bearer.slice(0, -1) + (ann.bearer.endsWith('x') ? 'y' : 'x') })).status).toBe(401);
});

test.each([
  ['authenticate', {}, 'username'],
  ['refresh', {}, 'refreshToken'],
  ['forgot-password', {}, 'email'],
  ['forgot-password', { email: 'a', username: 'b' }, 'email'],
  ['reset-password', { token: 'x', password: '' }, 'password'],
])('%s with %j is refused and names %s', async (call, body, field) => {
  expect(await post(call, body)).toMatchObject({
    status: 400,
    body: { error: { details: expect.arrayContaining([expect.objectContaining({ field })]) } },
  });
});

test('a new password ends the earlier access tokens, however it is set', async () => {
  const ways: [string, (user: { id: string; bearer: string }, name: string) => Promise<unknown>][] = [
    ['key', ({ id }) => api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: 'a-pass-word-2' } })],
    [
      'batch',
      ({ id }) =>
        api.call('/api/batch', { body: { writes: [{ op: 'update', storageId: users.id, id, data: { password: 'a-pass-word-2' } }] } }),
    ],
    ['taken', ({ id }) => api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: null } })],
    [
      'self',
      ({ id, bearer }) =>
        api.call(`${users.path}/dataId/${id}`, {
          method: 'PUT',
          bearer,
          body: { password: 'a-pass-word-2', currentPassword: 'a-pass-word-1' },
        }),
    ],
    ['mail', (_, name) => byMail(name, 'a-pass-word-2')],
  ];
  for (const [way, change] of ways) {
    const user = await signUp(`ends-${way}`);
    const self = `${users.path}/dataId/${user.id}`;
    expect((await api.call(self, { bearer: user.bearer })).status).toBe(200);
    await change(user, `ends-${way}`);
    await expect.poll(async () => [way, (await api.call(self, { bearer: user.bearer })).status]).toEqual([way, 401]);
    const tries = [
      await api.call(self, { method: 'PUT', bearer: user.bearer, body: { password: 'a-thief-word-1' } }),
      await api.call('/api/livesync/token', { bearer: user.bearer, body: { storageKeys: ['notes'] } }),
      await post('refresh', { refreshToken: user.refreshToken }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401]);
  }
});

async function byMail(username: string, password: string) {
  const before = api.mails.length;
  await post('forgot-password', { username });
  const token = /^([\w-]{24})$/m.exec(api.mails[before]?.mail.text ?? '')?.[1] ?? '';
  return post('reset-password', { token, password });
}

test('a code that was mailed before the address changed sets no password', async () => {
  const { id } = await signUp('moves');
  await post('forgot-password', { username: 'moves' });
  const token = /^([\w-]{24})$/m.exec(api.mails.at(-1)?.mail.text ?? '')?.[1] ?? '';
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { email: 'new-address@example.test' } });
  expect((await post('reset-password', { token, password: 'a-thief-word-1' })).status).toBe(404);
  expect((await post('authenticate', { username: 'moves', password: 'a-pass-word-1' })).status).toBe(200);
});

test('a code that names no address, as earlier ones, sets a password', async () => {
  await signUp('earlier');
  await post('forgot-password', { username: 'earlier' });
  const token = /^([\w-]{24})$/m.exec(api.mails.at(-1)?.mail.text ?? '')?.[1] ?? '';
  const code = databaseOf(api.services.store).doc(`appUserTokens/${sha256(token)}`);
  const { address: _, ...earlier } = (await code.get()).data() ?? {};
  await code.set(earlier);
  expect((await post('reset-password', { token, password: 'a-pass-word-2' })).status).toBe(200);
});

test('archiving the users storage ends the tokens of its users at once', async () => {
  const { bearer } = await signUp('archived');
  expect((await api.call(open.path, { bearer })).status).toBe(200);
  const storage = databaseOf(api.services.store).doc(`storages/${users.id}`);
  await storage.update({ archived: true });
  try {
    await expect.poll(async () => (await api.call(open.path, { bearer })).status).toBe(401);
    expect((await api.call('/api/livesync/token', { bearer, body: { storageKeys: ['articles'] } })).status).toBe(401);
  } finally {
    await storage.update({ archived: false });
  }
  await expect.poll(async () => (await api.call(open.path, { bearer })).status).toBe(200);
});

test('a stolen access token changes neither password nor e-mail: that takes the present password', async () => {
  const { id, bearer } = await signUp('owner');
  const self = `${users.path}/dataId/${id}`;
  const refused = (field: string) => ({
    status: 403,
    body: { error: { code: 'permission-denied', details: [{ field: expect.stringContaining(field) }] } },
  });
  const batch = (data: object, op = 'update') =>
    api.call('/api/batch', { bearer, body: { writes: [{ op, storageId: users.id, id, data }] } });
  const put = (body: object, query = '') => api.call(`${self}${query}`, { method: 'PUT', bearer, body });
  for (const field of ['password', 'email', 'Email']) {
    const value = field === 'password' ? 'a-thief-word-1' : 'thief@example.test';
    expect(await put({ [field]: value })).toMatchObject(refused(field));
    expect(await batch({ [field]: value })).toMatchObject(refused(field));
    expect((await batch({ [field]: value }, 'upsert')).status).toBe(403);
    expect(await put({ [field]: value, currentPassword: 'a guess' })).toMatchObject(refused('currentPassword'));
  }
  expect(await put({ password: null })).toMatchObject(refused('password'));
  expect(await put({ email: { $unset: true } })).toMatchObject(refused('email'));
  expect((await put({ email: 'thief@example.test' }, '?upsert=true')).status).toBe(403);
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  expect(await api.call(`${self}/upload?fieldName=email`, { bearer, body: form })).toMatchObject(refused('email'));
  // The whole record, as a form sends it back, changes nothing.
  expect((await put({ username: 'owner', email: 'owner@example.test', nickname: 'O' })).status).toBe(200);
  expect((await post('authenticate', { username: 'owner', password: 'a-pass-word-1' })).body.data).toMatchObject({
    email: 'owner@example.test',
    nickname: 'O',
  });

  const mine = { email: 'mine@example.test', currentPassword: 'a-pass-word-1' };
  expect((await put(mine)).body.data).toMatchObject({ email: 'mine@example.test' });
  expect((await batch({ ...mine, email: 'mine-2@example.test' })).status).toBe(200);
  const stored = (await api.call(self)).body.data;
  expect(stored.email).toBe('mine-2@example.test');
  expect(stored.currentPassword).toBeUndefined();
});

test('who has a chosen id proves a change of themselves under either id, and of nobody else', async () => {
  const person = { username: 'chosen', email: 'chosen@example.test', password: 'a-pass-word-1' };
  expect((await api.call(`${users.path}/dataId/my-own?upsert=true`, { method: 'PUT', body: person })).status).toBe(201);
  const bearer = (await post('authenticate', person)).body.accessToken as string;
  const { docs } = await databaseOf(api.services.store).collection(`storages/${users.id}/records`).where('clientId', '==', 'my-own').get();
  const key = docs[0]?.id ?? '';
  const change = { email: 'chosen-new@example.test', currentPassword: 'a-pass-word-1' };
  const { id: other } = await signUp('not-chosen');
  const put = async (id: string) => (await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', bearer, body: change })).status;
  expect([await put(other), await put(key), await put('my-own')]).toEqual([404, 200, 200]);
});

test('the present password is guessed ten times with a stolen token, in parallel and in one batch too', async () => {
  const { id, bearer } = await signUp('guessed');
  const guess = (currentPassword: string) =>
    api.call(`${users.path}/dataId/${id}`, { method: 'PUT', bearer, body: { email: 'thief@example.test', currentPassword } });
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, i) => guess(`guess-${i}`)));
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(403), ...Array<number>(5).fill(429)]);
  const writes = Array.from({ length: 50 }, (_, i) => ({ op: 'update', storageId: users.id, id, data: { currentPassword: `${i}` } }));
  expect((await api.call('/api/batch', { bearer, body: { writes } })).status).toBe(429);
  expect((await guess('a-pass-word-1')).status).toBe(429);
});

test('fields that give rights are set by keys alone, whichever way an app user spells or sends them', async () => {
  const { id, bearer } = await signUp('climber');
  const self = `${users.path}/dataId/${id}`;
  await api.call(self, { method: 'PUT', body: { role: 'reader', credits: 5, tags: [] } });
  const profile = (await api.call(notes.path, { bearer, body: { text: 'mine' } })).body.data;
  const spellings = [
    'role',
    'Role',
    'ROLE',
    'roles',
    'is_admin',
    'isAdmin',
    'IS-ADMIN',
    'ｒｏｌｅ',
    'ro\u200ble',
    'admin',
    'permissions',
    'verified',
    'credits',
    'balance',
  ];
  for (const field of spellings) {
    const attempts = [
      await api.call(self, { method: 'PUT', bearer, body: { [field]: 'admin' } }),
      await api.call(self, { method: 'PATCH', bearer, body: { name: 'x', [field]: ['admin'] } }),
      await api.call('/api/batch', { bearer, body: { writes: [{ op: 'update', storageId: users.id, id, data: { [field]: 1 } }] } }),
      await api.call(`${notes.path}/dataId/${profile.id}`, { method: 'PUT', bearer, body: { [field]: 'admin' } }),
      await api.call(`${notes.path}/dataId/own-${id}?upsert=true`, { method: 'PUT', bearer, body: { [field]: 'admin' } }),
      await api.call(notes.path, { bearer, body: { [field]: 'admin' } }),
      await api.call(notes.path, { bearer, body: [{ text: 'fine' }, { [field]: 'admin' }] }),
      await api.call('/api/batch', { bearer, body: { writes: [{ op: 'create', storageId: notes.id, data: { [field]: true } }] } }),
      await api.call(`${self}/upload-url?fieldName=${encodeURIComponent(field)}`, { bearer, body: { name: 'x', size: 1 } }),
    ];
    expect([field, attempts.map(({ status }) => status)]).toEqual([field, Array(attempts.length).fill(403)]);
  }
  for (const change of [{ credits: { $increment: 100 } }, { role: { $unset: true } }, { role: null }])
    expect((await api.call(self, { method: 'PUT', bearer, body: change })).status).toBe(403);
  expect((await api.call(self, { method: 'PUT', bearer, body: { role: 'reader', credits: 5, nickname: 'C' } })).status).toBe(200);
  expect((await api.call(self)).body.data).toMatchObject({ role: 'reader', credits: 5, nickname: 'C' });
  expect((await api.call(`${notes.path}/count`, { bearer })).body.data.count).toBe(1);
});

test('a storage names the fields that are closed to app users', async () => {
  const { bearer } = await signUp('player');
  const scores = await api.storage('scores', { endUserAccess: { read: 'own', write: 'own', readOnly: ['points'] } });
  expect((await api.call(scores.path, { bearer, body: { role: 'goalkeeper' } })).status).toBe(201);
  expect(await api.call(scores.path, { bearer, body: { points: 9 } })).toMatchObject({
    status: 403,
    body: { error: { details: [{ field: 'points' }] } },
  });
  expect((await api.call(scores.path, { body: { points: 9 } })).status).toBe(201);
});

test('who may write all users changes the password or e-mail of none, and makes none', async () => {
  const { id: victim } = await signUp('victim');
  const { id, bearer } = await signUp('editor');
  const storage = databaseOf(api.services.store).doc(`storages/${users.id}`);
  await storage.update({ endUserAccess: { read: 'all', write: 'all' } });
  try {
    const other = `${users.path}/dataId/${victim}`;
    await expect.poll(async () => (await api.call(other, { method: 'PUT', bearer, body: { nickname: 'V' } })).status).toBe(200);
    for (const body of [
      { password: 'a-pass-x-word' },
      { email: 'x@example.test' },
      { password: 'a-pass-x-word', currentPassword: 'a-pass-word-1' },
    ])
      expect((await api.call(other, { method: 'PUT', bearer, body })).status).toBe(403);
    const writes = [{ op: 'create', storageId: users.id, data: { username: 'made' } }];
    expect((await api.call('/api/batch', { bearer, body: { writes } })).status).toBe(403);
    expect((await api.call(`${users.path}/dataId/made?upsert=true`, { method: 'PUT', bearer, body: { username: 'made' } })).status).toBe(
      403,
    );
    expect((await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', bearer, body: { nickname: 'E' } })).status).toBe(200);
    // The present password proves who somebody is among the users of its storage, and among no others, whatever ids both have.
    const staff = await api.storage('users', { endUserAccess: { read: 'all', write: 'all' } });
    await api.call(`${staff.path}/dataId/same?upsert=true`, { method: 'PUT', body: { username: 'same', password: 'a-pass-word-1' } });
    await api.call(`${users.path}/dataId/same?upsert=true`, { method: 'PUT', body: { username: 'same', password: 'a-pass-word-1' } });
    const twin = (await post('authenticate', { username: 'same', password: 'a-pass-word-1' })).body.accessToken as string;
    const proof = { password: 'a-pass-x-word', currentPassword: 'a-pass-word-1' };
    expect(await api.call(`${staff.path}/dataId/same`, { method: 'PUT', bearer: twin, body: proof })).toMatchObject({
      status: 403,
      body: { error: { details: [{ field: 'password' }] } },
    });
  } finally {
    await storage.update({ endUserAccess: { read: 'own', write: 'own' } });
  }
});

test('a file cannot take the field that names the owner', async () => {
  const { bearer } = await signUp('uploader');
  const { id, userId } = (await api.call(notes.path, { bearer, body: { title: 'mine' } })).body.data;
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  const refused = { status: 403, body: { error: { code: 'permission-denied', details: [{ field: 'userId' }] } } };
  const record = `${notes.path}/dataId/${id}`;
  expect(await api.call(record, { method: 'PUT', bearer, body: { userId: 'https://x.test' } })).toMatchObject(refused);
  expect(await api.call(`${record}/upload?fieldName=userId`, { bearer, body: form })).toMatchObject(refused);
  expect(await api.call(`${record}/upload-url?fieldName=userId`, { bearer, body: { name: 'x', size: 1 } })).toMatchObject(refused);
  const part = new FormData();
  part.append('userId', new Blob(['x']), 'x.txt');
  expect(await api.call(`${record}/upload`, { bearer, body: part })).toMatchObject(refused);
  expect((await api.call(record, { bearer })).body.data).toMatchObject({ title: 'mine', userId });
});
