import { type Pagination, reservedStorageKeys, type Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Call, call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

let admin: Admin;
let project = '';
let second = '';
const made: Storage[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  [project, second] = [(await aProject(admin, 'Shop')).id, (await aProject(admin, 'Blog')).id];
  for (const [key, isSoft] of [
    ['apples', false],
    ['pears', true],
    ['plums', false],
  ] as const)
    made.push(await aStorage(admin, project, key, isSoft));
});

const path = (rest = '') => `/app/project/${project}/dataStorages${rest}`;
const list = (query = '') => mustCall<{ data: Storage[]; pagination: Pagination }>({ path: path(query), token: admin.token });
const keysOf = async (query: string) => (await list(query)).data.map(({ storageKey }) => storageKey);
const change = (id: string, body: object): Call => ({ method: 'PUT', path: path(`/${id}`), token: admin.token, body });

// Covers S1-7-06
test('page and limit are honoured and repeated', async () => {
  const { data, pagination } = await list('?page=2&limit=2');
  expect(data.map(({ storageKey }) => storageKey)).toEqual(['plums']);
  expect(pagination).toEqual({ page: 2, limit: 2, totalCount: 3, totalPages: 2 });
});

// Covers S1-7-07
test('the order is by creation, ascending unless asked otherwise, in any letter case', async () => {
  for (const query of ['', '?sortOrder=ASC', '?sortOrder=asc']) expect(await keysOf(query)).toEqual(['apples', 'pears', 'plums']);
  for (const query of ['?sortOrder=DESC', '?sortOrder=desc']) expect(await keysOf(query)).toEqual(['plums', 'pears', 'apples']);
});

// Covers S1-2.3-02, S1-2.3-14
test('search looks at name and key in any letter case, and the filter keeps those with soft delete', async () => {
  expect(await keysOf('?search=PEA')).toEqual(['pears']);
  expect(await keysOf('?search=my%20pl')).toEqual(['plums']);
  expect(await keysOf('?filterDeleted=true')).toEqual(['pears']);
  expect(await keysOf('?filterDeleted=false')).toHaveLength(3);
  expect((await list('?search=none-of-them')).pagination).toMatchObject({ totalCount: 0, totalPages: 0 });
});

// Covers S1-7-08
test('the date filters include both bounds, and a bare date is its whole UTC day', async () => {
  const [first] = made;
  const day = (first?.createdAt ?? '').slice(0, 10);
  const before = new Date(Date.parse(day) - 1).toISOString();
  expect(await keysOf(`?filterDateFrom=${day}&filterDateTo=${day}`)).toHaveLength(3);
  expect(await keysOf(`?filterDateFrom=${first?.createdAt}&filterDateTo=${first?.createdAt}`)).toEqual(['apples']);
  expect(await keysOf(`?filterDateTo=${before}`)).toEqual([]);
});

// Covers S1-7-19, S1-7-11
test('an update changes name, key and soft delete under each spelling, and the id stays', async () => {
  const { id } = await aStorage(admin, second, 'drafts');
  const at = (body: object) => mustCall<{ data: Storage }>({ ...change(id, body), path: `/app/project/${second}/dataStorages/${id}` });
  const literal = await at({ newName: 'Posts', newStorageKey: ' my posts ', isSoftDelete: true });
  expect(literal.data).toMatchObject({ id, storageName: 'Posts', storageKey: 'myposts', is_softDelete: true });
  const alias = await at({ storageName: 'Notes', storageKey: 'notes', is_softDelete: false });
  expect(alias.data).toMatchObject({ id, storageName: 'Notes', storageKey: 'notes', is_softDelete: false });
  expect((await aStorage(admin, second, 'myposts')).storageKey).toBe('myposts');
});

// Covers S1-7-03, S0-3-04
test('an update changes both fields of a project', async () => {
  const body = { name: 'Blog two', description: 'Second' };
  await mustCall({ method: 'PUT', path: `/app/projects/${second}`, token: admin.token, body });
  const { data } = await mustCall<{ data: object }>({ path: `/app/projects/${second}`, token: admin.token });
  expect(data).toEqual({ id: second, ...body, createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) });
});

// Covers S1-7-27
test('one’s storages of all projects, and none of another account', async () => {
  const rival = await anAdmin();
  const theirs = await aStorage(rival, (await aProject(rival)).id, 'secrets');
  const { data } = await mustCall<{ data: Storage[] }>({ path: '/app/dataStorages/users', token: admin.token });
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect(ids).not.toContain(theirs.id);
});

// Covers S1-7-28
test('the sandbox gets the storages of the project', async () => {
  const { data } = await mustCall<{ data: Storage[] }>({ path: path('/sandbox'), token: admin.token });
  expect(data.map(({ storageKey, storageName }) => [storageKey, storageName])).toEqual([
    ['apples', 'My apples'],
    ['pears', 'My pears'],
    ['plums', 'My plums'],
  ]);
});

// Covers S2-3-08, S2-7-16
test('an archived storage has its original under the names of the archive', async () => {
  const storage = await aStorage(admin, second, 'olds', true);
  await mustCall({ method: 'DELETE', path: `/app/project/${second}/dataStorages/${storage.id}`, token: admin.token });
  const archive = await mustCall<{ data: object[]; pagination: Pagination }>({
    path: `/app/project/${second}/archivedStorages`,
    token: admin.token,
  });
  expect(archive.pagination).toEqual({ page: 1, limit: 10, totalCount: 1, totalPages: 1 });
  expect(archive.data).toEqual([
    {
      id: storage.id,
      originalId: storage.id,
      projectId: second,
      userId: admin.id,
      storageName: 'My olds',
      storageKey: 'olds',
      isSoftDelete: true,
      originalCreatedAt: storage.createdAt,
      createdAt: expect.stringMatching(/Z$/),
    },
  ]);
  const recover = `/app/project/${second}/archivedStorage/${storage.id}/recover`;
  await mustCall({ method: 'POST', path: recover, token: admin.token });
  expect((await database().doc(`storages/${storage.id}`).get()).get('archived')).toBe(false);
});

scenarios('storages, refused', [
  ...reservedStorageKeys.map((key) => ({
    // Covers S1-7-17, S0-5-14
    name: `the reserved key ${key}`,
    send: (): Call => ({ path: path(), token: admin.token, body: { dataStorageName: 'X', dataStorageKey: key, isSoftDelete: false } }),
    status: 400,
    field: 'storageKey',
    message: /reserved/,
  })),
  ...['a.b', 'ключи', 'a/b', '<b>', 'x'.repeat(61)].map((key) => ({
    // Covers S1-7-14, S0-5-12
    name: `the key ${key.slice(0, 10)}`,
    send: (): Call => ({ path: path(), token: admin.token, body: { dataStorageName: 'X', dataStorageKey: key } }),
    status: 400,
    field: 'storageKey',
  })),
  {
    // Covers S0-5-13, S1-7-21
    name: 'a new key that another storage has',
    send: () => change(made[0]?.id ?? '', { newStorageKey: 'pears' }),
    status: 409,
    code: 'already-exists',
    field: 'storageKey',
  },
  {
    // Covers S1-7-21
    name: 'a new key that is reserved',
    send: () => change(made[0]?.id ?? '', { newStorageKey: 'Batch' }),
    status: 400,
    field: 'storageKey',
    message: /reserved/,
  },
  // Covers S1-7-22
  { name: 'an empty new name', send: () => change(made[0]?.id ?? '', { newName: ' ' }), status: 400, field: 'storageName' },
  // Covers S1-7-22
  { name: 'an empty new key', send: () => change(made[0]?.id ?? '', { newStorageKey: '' }), status: 400, field: 'storageKey' },
  {
    name: 'a soft delete that is text',
    send: () => change(made[0]?.id ?? '', { isSoftDelete: 'yes' }),
    status: 400,
    field: 'is_softDelete',
  },
  {
    // Covers S1-7-09
    name: 'an end before the start',
    send: () => ({ path: path('?filterDateFrom=2026-05-02&filterDateTo=2026-05-01'), token: admin.token }),
    status: 400,
    field: 'filterDateTo',
  },
  { name: 'D119 a limit of 101', send: () => ({ path: path('?limit=101'), token: admin.token }), status: 400, field: 'limit' },
  {
    name: 'a sort order that is neither',
    send: () => ({ path: path('?sortOrder=up'), token: admin.token }),
    status: 400,
    field: 'sortOrder',
  },
  { name: 'a literal with another verb', send: () => ({ method: 'DELETE', path: path('/sandbox'), token: admin.token }), status: 405 },
]);

test('two storages that want one key at the same time: one gets it', async () => {
  const body = { dataStorageName: 'Race', dataStorageKey: 'races', isSoftDelete: false };
  const answers = await Promise.all(Array.from({ length: 5 }, () => call({ path: path(), token: admin.token, body })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await keysOf('?search=races')).toEqual(['races']);
});
