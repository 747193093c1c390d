import { messages, type Pagination, type Project, reservedStorageKeys, type Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Call } from '../support/call.ts';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, type Person } from '../support/personas.ts';
import { type Scenario, scenarios } from '../support/scenarios.ts';

let admin: Admin;
let rival: Admin;
let project: Project;
let second: Project;
let storage: Storage;
const people: Record<string, Person> = {};

beforeAll(async () => {
  [admin, rival] = await Promise.all([anAdmin('Olga Owner'), anAdmin('Rita Rival')]);
  [project, second] = await Promise.all([aProject(admin, 'Shop'), aProject(admin, 'Blog')]);
  storage = await aStorage(admin, project.id, 'products', true);
  const [manager, developer, user, stranger] = await Promise.all([
    aMember(admin, 'manager', project.id),
    aMember(admin, 'developer', project.id),
    aMember(admin, 'user', project.id),
    aMember(admin, 'developer', second.id),
  ]);
  Object.assign(people, { manager, developer, user, stranger });
});

const all = () => `/app/project/${project.id}/dataStorages`;
const one = () => `${all()}/${storage.id}`;
const input = (dataStorageKey: unknown, dataStorageName: unknown = 'Things') => ({ dataStorageName, dataStorageKey, isSoftDelete: false });
const create = (dataStorageKey: unknown, dataStorageName?: unknown) => (): Call => ({
  path: all(),
  token: admin.token,
  body: input(dataStorageKey, dataStorageName),
});

// Covers S1-7-10, S1-3-02
test('creating a storage answers 201 with the storage, which the account owner owns', async () => {
  const made = await aStorage(people.developer as Person, project.id, 'orders');
  expect(made).toMatchObject({
    id: expect.stringMatching(/\S/),
    userId: admin.id,
    user: { name: 'Olga Owner' },
    projectId: project.id,
    storageName: 'My orders',
    storageKey: 'orders',
    is_softDelete: false,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  });
});

// Covers S1-3-08
test('the list answers a data array, oldest first, with its pagination', async () => {
  const { data, pagination } = await mustCall<{ data: Storage[]; pagination: Pagination }>({ path: all(), token: admin.token });
  expect(data[0]).toEqual(storage);
  expect(pagination).toEqual({ page: 1, limit: 10, totalCount: data.length, totalPages: 1 });
});

// Covers S1-3-07, S1-3-05
test('a storage answers its name, rows with text ids and their pagination', async () => {
  const { apiKey, secretKey } = admin;
  await mustCall({ path: `/api/products/${storage.id}`, keys: { apiKey, secretKey, projectId: project.id }, body: { title: 'Mug' } });
  const body = await mustCall<{ storageName: string; data: { id: unknown; title: string }[] }>({ path: one(), token: admin.token });
  expect(body).toMatchObject({
    storageName: 'My products',
    data: [{ id: expect.stringMatching(/^\w{10,}$/), title: 'Mug' }],
    pagination: { page: 1, limit: 10, totalCount: 1, totalPages: 1 },
  });
});

scenarios('POST /app/project/{id}/dataStorages, accepted', [
  {
    // Covers S1-7-13
    name: 'the server removes whitespace from the key',
    send: create(' my tickets '),
    status: 201,
    contains: { message: messages.storageCreated, data: { storageKey: 'mytickets' } },
  },
  // Covers S1-7-16
  ...['people', 'data'].map((key): Scenario => ({ name: `the key ${key} is plural enough`, send: create(key), status: 201 })),
  {
    // Covers S1-7-15
    name: 'the key of a storage in another project is free',
    send: () => ({ path: `/app/project/${second.id}/dataStorages`, token: admin.token, body: input('products') }),
    status: 201,
  },
]);

scenarios('POST /app/project/{id}/dataStorages, refused', [
  // Covers S1-7-12
  { name: 'a missing key', send: create(undefined), status: 400, field: 'storageKey' },
  // Covers S1-7-12
  { name: 'an empty key', send: create('  '), status: 400, field: 'storageKey' },
  {
    // Covers S1-7-12
    name: 'a missing name',
    send: () => ({ path: all(), token: admin.token, body: { dataStorageKey: 'lost' } }),
    status: 400,
    field: 'storageName',
  },
  // Covers S1-7-12
  { name: 'an empty name', send: create('lost', ' '), status: 400, field: 'storageName' },
  ...['a/b', 'a.b', 'café', 'a%b', '__proto__!'].map(
    // Covers S1-7-14
    (key): Scenario => ({ name: `the key ${key}`, send: create(key), status: 400, field: 'storageKey' }),
  ),
  { name: 'a key that is a list', send: create(['a']), status: 400, field: 'storageKey' },
  { name: 'a key of 61 characters', send: create('x'.repeat(61)), status: 400, field: 'storageKey' },
  // Covers S1-7-15
  { name: 'the key of another storage of the project', send: create('products'), status: 409 },
  ...reservedStorageKeys.map(
    (key): Scenario => ({
      // Covers S1-7-17
      name: `the reserved key ${key}`,
      send: create(key),
      status: 400,
      field: 'storageKey',
      says: 'reserved',
    }),
  ),
  ...['manager', 'user'].map(
    (role): Scenario => ({
      name: `a ${role} creates none`,
      send: () => ({ path: all(), token: people[role]?.token, body: input('lost') }),
      status: 403,
      code: 'permission-denied',
    }),
  ),
  { name: 'a signed-out caller creates none', send: () => ({ path: all(), body: input('lost') }), status: 401 },
  {
    name: 'a foreign tenant does not find the project',
    send: () => ({ path: all(), token: rival.token, body: input('lost') }),
    status: 404,
  },
  {
    name: 'a member of another project does not find it',
    send: () => ({ path: all(), token: people.stranger?.token, body: input('lost') }),
    status: 404,
  },
]);

scenarios('reading and changing a storage', [
  ...['developer', 'user'].map(
    (role): Scenario => ({ name: `a ${role} reads the list`, send: () => ({ path: all(), token: people[role]?.token }), status: 200 }),
  ),
  { name: 'a manager reads no list', send: () => ({ path: all(), token: people.manager?.token }), status: 403 },
  { name: 'a manager reads no records', send: () => ({ path: one(), token: people.manager?.token }), status: 403 },
  { name: 'a foreign tenant reads no records', send: () => ({ path: one(), token: rival.token }), status: 404 },
  { name: 'a member of another project reads no records', send: () => ({ path: one(), token: people.stranger?.token }), status: 404 },
  {
    name: 'a storage is not found below another project of the tenant',
    send: () => ({ path: `/app/project/${second.id}/dataStorages/${storage.id}`, token: admin.token }),
    status: 404,
  },
  {
    name: 'an admin renames it',
    send: () => ({
      method: 'PUT',
      path: one(),
      token: admin.token,
      body: { newName: 'Goods', newStorageKey: 'products', is_softDelete: true },
    }),
    status: 200,
    contains: { message: messages.storageUpdated, data: { storageName: 'Goods' } },
  },
  ...['user', 'manager'].map(
    (role): Scenario => ({
      name: `a ${role} does not rename it`,
      send: () => ({ method: 'PUT', path: one(), token: people[role]?.token, body: { newName: 'Lost' } }),
      status: 403,
    }),
  ),
  ...['user', 'manager'].map(
    (role): Scenario => ({
      name: `a ${role} does not delete it`,
      send: () => ({ method: 'DELETE', path: one(), token: people[role]?.token }),
      status: 403,
    }),
  ),
  { name: 'a foreign tenant does not delete it', send: () => ({ method: 'DELETE', path: one(), token: rival.token }), status: 404 },
]);
