import { afterAll, expect, test } from 'vitest';
import { type Request } from '../../../test/api-server.ts';
import { rulesWorld } from '../../../test/rules-world.ts';

const { api, users, notes, save, add, namedKey } = await rulesWorld();
afterAll(() => api.stop());

test('named keys are bound too, and get no history that rules cannot cut', async () => {
  const reader = await namedKey('read', 'create', 'update', 'delete');
  const id = await add({ title: 'public', published: true, score: 'some score', draft: 'x' });
  expect((await reader(`${notes.path}/dataId/${id}`)).body.data).not.toHaveProperty('draft');
  expect((await reader(`${notes.path}/dataId/${id}/history`)).status).toBe(403);
  expect((await reader(`${notes.path}/dataId/${id}?asOf=2026-01-01T00:00:00Z`)).status).toBe(403);
  expect((await reader(`${notes.path}/dataId/${id}`, { method: 'DELETE' })).status).toBe(403);
  expect((await reader('/api/openapi.json')).text).not.toContain('draft');
  expect((await reader('/api/livesync/token', { body: { storageKeys: ['notes'] } })).status).toBe(403);
});

test('an import goes past no rule: a key whose new records are looked at imports none, and only the pair takes one back', async () => {
  const place = await api.storage('imported');
  const importOf = (call: (path: string, more: Request) => ReturnType<typeof api.call>) =>
    call(`${place.path}/import`, { body: [{ title: 'x', state: 'paid' }] });
  const { importId } = (await importOf(api.call)).body.data;
  await save(place, [{ who: { key: '*' }, verbs: ['list', 'read', 'create', 'update', 'delete'], fields: { readOnly: ['state'] } }]);
  const key = await namedKey('read', 'create', 'update', 'delete');
  expect(await importOf(key)).toMatchObject({ status: 403, body: { message: expect.stringContaining('create them one by one') } });
  const back = (call: typeof key) => call(`${place.path}/import/${importId}`, { method: 'DELETE' });
  expect(await back(key)).toMatchObject({ status: 403, body: { message: expect.stringContaining('with the key pair') } });
  expect((await api.call(`${place.path}/count`)).body.data.count).toBe(1);
  expect((await back((path, more) => api.call(path, more ?? {}))).status).toBe(200);
});

test('a key has the history of a storage, and imports into it, where its rules leave nothing to look at', async () => {
  const place = await api.storage('kept', { history: 30 });
  const { id } = (await api.call(place.path, { body: { title: 'x', state: 'live' } })).body.data;
  const key = await namedKey('read', 'create', 'update', 'delete');
  const [who, live] = [{ key: '*' }, [{ field: 'state', value: 'live' }]];
  const reading = { who, verbs: ['list', 'read'] };
  const making = { who, verbs: ['create'] };
  const rows: [object[], number, number][] = [
    [[reading, making], 200, 201],
    [
      [
        { ...reading, who: 'anyone' },
        { ...making, who: 'anyone' },
      ],
      200,
      403,
    ],
    [
      [
        { ...reading, if: live },
        { ...making, if: live },
      ],
      403,
      403,
    ],
    [
      [
        { ...reading, fields: { hidden: ['title'] } },
        { ...making, after: live },
      ],
      403,
      403,
    ],
    [
      [
        { ...reading, verbs: ['list'] },
        { ...reading, verbs: ['read'], if: live },
        { ...making, fields: { server: { state: 'live' } } },
      ],
      403,
      403,
    ],
    [
      [
        { ...reading, verbs: ['read'] },
        { ...reading, verbs: ['list'], fields: { hidden: ['title'] } },
        { ...making, if: live, after: [[]] },
      ],
      403,
      403,
    ],
  ];
  for (const [version, [grants, history, imported]] of rows.entries()) {
    await save(place, grants, { version });
    const told = [
      await key(`${place.path}/dataId/${id}/history`),
      await key(`${place.path}/dataId/${id}?asOf=${new Date().toISOString()}`),
    ];
    const made = await key(`${place.path}/import?format=json`, { body: [{ title: `${version}` }] });
    expect([grants, told.map(({ status }) => status), made.status]).toEqual([grants, [history, history], imported]);
  }
});

test('a key without the verb read gets no field back and guesses none, whatever rules let keys read', async () => {
  const place = await api.storage('counter', { is_softDelete: true });
  const { id } = (await api.call(place.path, { body: { secret: 'of the staff', n: 1 } })).body.data;
  await save(place, [
    { who: 'anyone', verbs: ['list', 'read'] },
    { who: { key: '*' }, verbs: ['create', 'update', 'delete'], fields: { writeOnce: ['secret'] } },
  ]);
  const key = await namedKey('create', 'update', 'delete');
  const record = `${place.path}/dataId/${id}`;
  const bare = (of: string) => ({ id: of, createdAt: expect.any(String), updatedAt: expect.any(String) });
  const shown = async (path: string, method: string, body?: object) => (await key(path, { method, ...(body && { body }) })).body.data;
  const made = await shown(place.path, 'POST', { n: 2 });
  expect(made).toEqual(bare(made.id));
  expect(await shown(record, 'PATCH', { n: 3 })).toEqual(bare(id));
  expect(await shown(`${record}?upsert=true`, 'PUT', { n: 4 })).toEqual(bare(id));
  const writes = [{ op: 'update', storageId: place.id, id, data: {} }];
  expect((await key('/api/batch', { body: { writes } })).body.data[0].data).toEqual(bare(id));
  await shown(record, 'DELETE');
  expect(await shown(`${record}/restore`, 'POST')).toEqual(bare(id));
  const told = async (secret: string) => (await key(record, { method: 'PATCH', body: { secret } })).body.message;
  expect(await told('of the staff')).toBe(await told('something else'));
});

test('a key that signs somebody in gets back no field that rules hide from keys', async () => {
  const staff = await api.storage('users');
  const person = { username: 'tim', password: 'a-good-password-1', nickname: 'T', pin: '1234' };
  expect((await api.call(staff.path, { body: person })).status).toBe(201);
  const key = await namedKey('read', 'authenticate');
  const signIn = async () => (await key(`${staff.path}/authenticate`, { body: { username: 'tim', password: person.password } })).body.data;
  expect(await signIn()).toMatchObject({ username: 'tim', pin: '1234' });
  await save(staff, [{ who: { key: '*' }, verbs: ['list', 'read'], fields: { hidden: ['pin'] } }]);
  await expect.poll(signIn).not.toHaveProperty('pin');
  expect(await signIn()).toMatchObject({ username: 'tim' });
});

test('users come with hashes by the pair of the account alone, whatever rules and verbs a key has', async () => {
  const key = await namedKey('create', 'read', 'authenticate');
  const body = { users: [{ username: 'smuggled', passwordHash: `$2a$05$${'C'.repeat(22)}.${'E'.repeat(30)}` }] };
  expect((await key(`${users.path}/import-hashes`, { body })).status).toBe(403);
  expect((await api.call(`${users.path}/count?username=smuggled`)).body.data.count).toBe(0);
});
