import type { Pagination, Project } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aSuperadmin, type Person } from '../support/personas.ts';
import { type Scenario, scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

let admin: Admin;
let rival: Admin;
let project: Project;
const people: Record<string, Person> = {};

beforeAll(async () => {
  [admin, rival] = await Promise.all([anAdmin(), anAdmin('Rita Rival')]);
  project = await aProject(admin, 'Shop');
  const second = await aProject(admin, 'Blog');
  const [manager, developer, user, stranger, superadmin] = await Promise.all([
    aMember(admin, 'manager', project.id),
    aMember(admin, 'developer', project.id),
    aMember(admin, 'user', project.id),
    aMember(admin, 'developer', second.id),
    aSuperadmin(),
  ]);
  Object.assign(people, { manager, developer, user, stranger, superadmin });
});

// Covers S1-7-02, S1-3-01
test('creating a project answers 201 with the project', async () => {
  const owner = await anAdmin();
  const created = await aProject(owner, 'Fresh');
  expect(created).toEqual({
    id: expect.stringMatching(/^\S{8,}$/),
    name: 'Fresh',
    description: 'About Fresh',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    updatedAt: created.createdAt,
  });
  expect((await mustCall<{ data: Project }>({ path: `/app/projects/${created.id}`, token: owner.token })).data).toEqual(created);
});

// Covers S1-7-01, S0-9-19, S2-3-18
describe('GET /app/projects', () => {
  test('answers page 1 with at most 15 projects of the account, and honours page and limit', async () => {
    const owner = await anAdmin();
    await database().doc(`tenants/${owner.tenantId}`).update({ 'plan.tier': 'scale' }); // room for more than two
    const names = Array.from({ length: 23 }, (_, i) => `Project ${String(i + 1).padStart(2, '0')}`);
    for (const name of names) await aProject(owner, name);
    const list = (query = '') =>
      mustCall<{ data: Project[]; pagination: Pagination }>({ path: `/app/projects${query}`, token: owner.token });

    const first = await list();
    expect(first.data).toHaveLength(15);
    expect(first.pagination).toEqual({ page: 1, limit: 15, totalCount: 23, totalPages: 2 });
    const all = [...first.data, ...(await list('?page=2')).data].map(({ name }) => name);
    expect([...all].sort()).toEqual(names);
    expect((await list('?limit=10')).pagination).toEqual({ page: 1, limit: 10, totalCount: 23, totalPages: 3 });
    expect((await list('?page=2&limit=5')).data.map(({ name }) => name)).toEqual(all.slice(5, 10));
  });
});

test('the free plan holds two projects, and the third is refused in words', async () => {
  const owner = await anAdmin();
  await aProject(owner, 'One');
  await aProject(owner, 'Two');
  await expect(aProject(owner, 'Three')).rejects.toThrow(/409/);
});

const body = { name: 'Shop', description: '' };
const one = () => `/app/projects/${project.id}`;

scenarios('projects, refused', [
  { name: 'a signed-out caller lists none', send: { path: '/app/projects' }, status: 401, code: 'unauthenticated' },
  { name: 'an empty bearer is nobody', send: { path: '/app/projects', headers: { authorization: 'Bearer ' } }, status: 401 },
  { name: 'a made-up token is nobody', send: { path: '/app/projects', token: 'a.b.c' }, status: 401 },
  { name: 'a signed-out caller creates none', send: { path: '/app/projects', body }, status: 401 },
  ...refused('create a project', ['manager', 'developer', 'user', 'superadmin'], () => ({ path: '/app/projects', body })),
  ...refused('list projects', ['manager', 'developer', 'user'], () => ({ path: '/app/projects' })),
  ...refused('change a project', ['manager', 'developer', 'user', 'superadmin'], () => ({ method: 'PUT', path: one(), body })),
  ...refused('delete a project', ['manager', 'developer', 'user', 'superadmin'], () => ({ method: 'DELETE', path: one() })),
  ...['GET', 'PUT', 'DELETE'].map(
    (method): Scenario => ({
      name: `${method} of a foreign tenant's project is 404`,
      send: () => ({ method, path: one(), token: rival.token, ...(method === 'PUT' && { body }) }),
      status: 404,
      code: 'not-found',
    }),
  ),
  {
    name: 'a member does not see another project of the tenant',
    send: () => ({ path: one(), token: people.stranger?.token }),
    status: 404,
  },
  { name: 'an unknown project is 404', send: () => ({ path: '/app/projects/none', token: admin.token }), status: 404 },
  {
    name: 'an id with slashes and control characters is 404',
    send: () => ({ path: '/app/projects/a%2Fb%00%0a', token: admin.token }),
    status: 404,
  },
  { name: 'an empty name', send: () => ({ path: '/app/projects', token: admin.token, body: { name: ' ' } }), status: 400, field: 'name' },
  {
    name: 'a name of 81 characters',
    send: () => ({ path: '/app/projects', token: admin.token, body: { name: 'x'.repeat(81) } }),
    status: 400,
    field: 'name',
  },
  {
    name: 'a name that is a number',
    send: () => ({ path: '/app/projects', token: admin.token, body: { name: 7 } }),
    status: 400,
    field: 'name',
  },
  { name: 'a page of 0', send: () => ({ path: '/app/projects?page=0', token: admin.token }), status: 400, field: 'page' },
  { name: 'a limit of 101', send: () => ({ path: '/app/projects?limit=101', token: admin.token }), status: 400, field: 'limit' },
  { name: 'a method that does not exist', send: () => ({ method: 'PATCH', path: '/app/projects', token: admin.token, body }), status: 405 },
]);

scenarios('projects, allowed', [
  ...['manager', 'developer', 'user', 'superadmin'].map(
    (role): Scenario => ({
      // Covers S2-6-20, S1-2.2-01
      name: `a ${role} sees the project`,
      send: () => ({ path: one(), token: people[role]?.token }),
      status: 200,
      contains: () => ({ data: { id: project.id, name: 'Shop' } }),
    }),
  ),
  {
    name: 'an admin changes name and description',
    send: () => ({ method: 'PUT', path: one(), token: admin.token, body: { name: 'Shop', description: 'Changed' } }),
    status: 200,
    contains: { message: 'Project has been updated.', data: { description: 'Changed' } },
  },
]);

function refused(what: string, roles: string[], request: () => Scenario['send']): Scenario[] {
  return roles.map((role) => ({
    name: `a ${role} may not ${what}`,
    send: () => ({ ...(request() as object), token: people[role]?.token }) as never,
    status: 403,
    code: 'permission-denied',
  }));
}
