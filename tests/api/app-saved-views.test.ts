import type { SavedView } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, type Person } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

const shown = {
  search: '',
  where: 'status=open',
  startDate: '',
  endDate: '',
  limit: 50,
  sort: null,
  deleted: false,
  hidden: [],
  order: [],
};

let admin: Admin;
let developer: Person;
let reader: Person;
let path = '';

beforeAll(async () => {
  admin = await anAdmin();
  const { id: project } = await aProject(admin, 'Shop');
  const { id: storage } = await aStorage(admin, project, 'orders');
  [developer, reader] = [await aMember(admin, 'developer', project), await aMember(admin, 'user', project)];
  path = `/app/project/${project}/dataStorages/${storage}/views`;
});

test('what one member saves, every member of the project picks, and who writes records renames and deletes it', async () => {
  const { data: made } = await mustCall<{ data: SavedView }>({ path, token: developer.token, body: { name: ' Open ', view: shown } });
  expect(made).toMatchObject({ name: 'Open', view: shown });
  const seen = async () => (await mustCall<{ data: SavedView[] }>({ path, token: reader.token })).data;
  expect(await seen()).toEqual([made]);
  await mustCall({ method: 'PUT', path: `${path}/${made.id}`, token: admin.token, body: { name: 'Open orders' } });
  expect(await seen()).toEqual([{ ...made, name: 'Open orders' }]);
  expect((await call({ method: 'DELETE', path: `${path}/${made.id}`, token: reader.token })).status).toBe(403);
  await mustCall({ method: 'DELETE', path: `${path}/${made.id}`, token: developer.token });
  expect(await seen()).toEqual([]);
});

scenarios('POST …/views', [
  {
    name: 'refuses who only reads',
    send: () => ({ path, token: reader.token, body: { name: 'Mine', view: shown } }),
    status: 403,
  },
  {
    name: 'refuses a view without a name',
    send: () => ({ path, token: admin.token, body: { name: ' ', view: shown } }),
    status: 400,
    field: 'name',
  },
  {
    name: 'refuses what is no part of a view',
    send: () => ({ path, token: admin.token, body: { name: 'Mine', view: { ...shown, page: 3 } } }),
    status: 400,
  },
]);
