import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { updateRecord } from '../../domain/records/write/change-record.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let bob: string;

const password = 'a-good-password';
beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users');
  bob = (await api.call(users.path, { body: { username: 'bob', email: 'bob@example.test', password } })).body.data.id;
});
afterAll(() => api.stop());

type Fields = Record<string, unknown>;
const put = (body: Fields) => api.call(`${users.path}/dataId/${bob}`, { method: 'PUT', body });
const batch = (write: Fields) => api.call('/api/batch', { body: { writes: [{ storageKey: 'users', ...write }] } });
const imported = (row: Fields) =>
  api.call(`${users.path}/import`, { body: JSON.stringify([row]), headers: { 'content-type': 'application/json' } });

/** Every way in which an app user comes or changes; the field of a refusal ends with the name. */
const doors: Record<string, (fields: Fields) => Promise<{ status: number; body: Fields }>> = {
  'sign-up': (fields) => api.call(users.path, { body: { username: 'new', password, ...fields } }),
  'sign-up of several': (fields) =>
    api.call(users.path, {
      body: [
        { username: 'other', password },
        { username: 'new', password, ...fields },
      ],
    }),
  PUT: put,
  upsert: (fields) => api.call(`${users.path}/dataId/of-my-own?upsert=true`, { method: 'PUT', body: { username: 'new', ...fields } }),
  'create in a batch': (fields) => batch({ op: 'create', data: { username: 'new', password, ...fields } }),
  'update in a batch': (fields) => batch({ op: 'update', id: bob, data: fields }),
  'upsert in a batch': (fields) => batch({ op: 'upsert', id: 'of-my-own', data: { username: 'new', ...fields } }),
  import: (fields) => imported({ username: 'new', password, ...fields }),
};

const wrong: [string, Fields, string][] = [
  ['an empty username', { username: '  ' }, 'username'],
  ['a username that is no text', { username: null }, 'username'],
  ['a username of 81 characters', { username: 'x'.repeat(81) }, 'username'],
  ['a zero-width space in a name', { username: 'b\u200Bo' }, 'username'],
  ['a joiner between Latin letters', { username: 'b\u200Do' }, 'username'],
  ['a soft hyphen in a name', { username: 'bo\u00ADo' }, 'username'],
  ['a direction override in a name', { username: 'bo\u202Eo' }, 'username'],
  ['a mark of direction in a name', { username: 'bo\u200Fo' }, 'username'],
  ['a filler that nobody sees as a name', { username: '\u3164' }, 'username'],
  ['a blank that is no space as a name', { username: '\u2800' }, 'username'],
  ['a control character in a name', { username: 'b\u0007o' }, 'username'],
  ['an email without a host', { email: 'ann@' }, 'email'],
  ['an empty email', { email: '' }, 'email'],
  ['an email that is no text', { email: 5 }, 'email'],
  ['a zero-width space in an email', { email: 'a\u200Bnn@example.test' }, 'email'],
  ['a password of seven characters', { password: 'Xy7-kp9' }, 'password'],
  ['one of the most common passwords', { password: 'Password123' }, 'password'],
  ['a leaked password that few people have', { password: 'VJHT123jltccf' }, 'password'],
  ['one character again and again', { password: 'zzzzzzzzzzzz' }, 'password'],
];

test.each(Object.keys(doors))('%s refuses what a sign-up refuses, by its field, and writes nothing', async (door) => {
  const content = async () => {
    const docs = await Promise.all(
      ['records', 'private'].map((part) => databaseOf(api.services.records.store).collection(`storages/${users.id}/${part}`).get()),
    );
    return docs.map((part) => part.docs.map((doc) => [doc.id, doc.updateTime.toMillis()]));
  };
  const before = await content();
  for (const [what, fields, field] of wrong) {
    const { status, body } = (await doors[door]?.(fields)) ?? { status: 0, body: {} };
    expect([what, status, body]).toEqual([
      what,
      400,
      expect.objectContaining({
        error: expect.objectContaining({
          details: [expect.objectContaining({ field: expect.stringMatching(new RegExp(`(^|\\.)${field}$`)) })],
        }),
      }),
    ]);
  }
  expect(await content()).toEqual(before);
});

test.each(Object.keys(doors))('%s stores a name and an address without the spaces around them', async (door) => {
  const answer = await doors[door]?.({ username: ` N ${door}\t`, email: `${door.replaceAll(' ', '')}@Example.test\t` });
  expect([door, answer?.status]).toEqual([door, expect.toBeOneOf([200, 201])]);
  const { data } = (await api.call(`${users.path}?email=${door.replaceAll(' ', '').toLowerCase()}@example.test`)).body;
  expect(data).toMatchObject([{ username: `N ${door}` }]);
});

test('the password must not be the username or the email, and another storage takes any', async () => {
  expect((await doors['sign-up']?.({ username: 'gwendolyn', password: 'Gwendolyn' }))?.status).toBe(400);
  expect((await doors['sign-up']?.({ username: 'gwen', email: 'gwen@example.test', password: 'gwen@example.test' }))?.status).toBe(400);
  const notes = await api.storage('notes');
  expect((await api.call(notes.path, { body: { username: 'b\u200Bo', password: 'x' } })).status).toBe(201);
});

test('a form of the console is held to the rules for what it changes, not for what an earlier version let in', async () => {
  const [id, form] = ['0old0user0of0before0', { username: 'x\u200By', email: 'old@example.test\t' }];
  const now = (await databaseOf(api.services.records.store).doc(`storages/${users.id}/records/${bob}`).get()).data();
  await databaseOf(api.services.records.store)
    .doc(`storages/${users.id}/records/${id}`)
    .set({ ...now, data: form });
  const { services } = api;
  const update = (fields: Fields) =>
    users.read().then((storage) => updateRecord(services.records, storage, { id, fields, actor: 'u1', form: { typed: [] } }));
  expect(await update({ ...form, nickname: 'X' })).toMatchObject({ ...form, nickname: 'X' });
  await expect(update({ ...form, username: 'x\u200Bz' })).rejects.toThrow('A username must not contain');
});

test.each([
  ['a zero-width joiner', 'کتاب\u200Cها'],
  ['an emoji sequence', 'Ann 👩🏽\u200D🚀'],
  ['a variation selector of an emoji', 'Love ❤\uFE0F'],
  ['a flag of letters that nobody sees', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['an apostrophe and an accent', 'Siobhán O’Néill'],
])('a name may have %s', async (_, username) => {
  expect(await api.call(users.path, { body: { username, password } })).toMatchObject({ status: 201, body: { data: { username } } });
  expect((await api.call(`${users.path}/authenticate`, { body: { username, password } })).status).toBe(200);
});

test.each([
  ['Straße', 'STRASSE'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['ﬁona', 'FIONA'],
  ['Ann  Lee', 'ann\u00A0lee'],
  ['کتاب\u200Cها', 'کتابها'],
  ['İlker', 'i\u0307lker'],
  ['ilkay', 'İLKAY'],
  ['Bi\u0307ll', 'bill'],
])('%s is the name %s, for a sign-up and a sign-in', async (name, same) => {
  await api.call(users.path, { body: { username: name, password } });
  expect(await api.call(users.path, { body: { username: same, password } })).toMatchObject({
    status: 409,
    body: { error: { details: [{ field: 'username' }] } },
  });
  expect((await api.call(`${users.path}/authenticate`, { body: { username: same, password } })).status).toBe(200);
});

test.each([
  ['a Cyrillic o', 'bоb'],
  ['a Greek omicron', 'bοb'],
  ['a Latin a', 'сaра'],
  ['a Cyrillic a behind a dash', 'ann-аnn'],
])('a word with %s among letters of another alphabet is no name: it would look like another one', async (_, username) => {
  expect(await api.call(users.path, { body: { username, password } })).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'username', message: expect.stringContaining('one alphabet') }] } },
  });
});

test('names of other alphabets are names, also in several words, and letters of one that look alike are others', async () => {
  for (const username of ['Сара', 'Πηνελόπη', 'Оля Smith', 'Ωμέγα-7', '山田 Taro'])
    expect([username, (await api.call(users.path, { body: { username, password } })).status]).toEqual([username, 201]);
  expect((await api.call(users.path, { body: { username: 'kılıç', password } })).status).toBe(201);
  expect((await api.call(users.path, { body: { username: 'kiliç', password } })).status).toBe(201);
});

test('a storage has rules of its own for passwords, for a reset by mail too', async () => {
  const pins = await api.storage('users', { passwordRules: { minLength: 12, refuseCommon: false } });
  const signUp = (word: string) => api.call(pins.path, { body: { username: 'pia', email: 'pia@example.test\t', password: word } });
  expect(await signUp('elevenchars')).toMatchObject({ status: 400, body: { message: 'A password needs at least 12 characters.' } });
  expect(await signUp('passwordpassword')).toMatchObject({ status: 201, body: { data: { email: 'pia@example.test' } } });
  await api.call(`${pins.path}/forgot-password`, { body: { email: 'pia@example.test' } });
  const token = /^([\w-]{24})$/m.exec(api.mails.at(-1)?.mail.text ?? '')?.[1] ?? '';
  const reset = (word: string) => api.call(`${pins.path}/reset-password`, { body: { token, password: word } });
  expect(await reset('elevenchars')).toMatchObject({ status: 400, body: { error: { details: [{ field: 'password' }] } } });
  expect((await reset('twelve-chars')).status).toBe(200);
});

test('an address that was stored with a tab gets its mail', async () => {
  const old = await api.storage('users');
  const { id } = (await api.call(old.path, { body: { username: 'tess', email: 'tess@example.test', password } })).body.data;
  await databaseOf(api.services.records.store).doc(`storages/${old.id}/records/${id}`).update({ 'data.email': 'tess@example.test\t' });
  const before = api.mails.length;
  await api.call(`${old.path}/forgot-password`, { body: { username: 'tess' } });
  expect(api.mails.slice(before).map(({ to }) => to)).toEqual(['tess@example.test']);
});
