import { type Capability, can, type Role } from '@bedplate/contract';
import { beforeAll } from 'vitest';
import { type Call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, type Person } from '../support/personas.ts';
import { type Scenario, scenarios } from '../support/scenarios.ts';
import { passwordOnlyToken, rewritten } from '../support/tokens.ts';

/** Every call of the application API that needs a session, with the capabilities that open it. */
interface Guarded {
  ids: string;
  method: string;
  path: (at: { project: string; storage: string; person: string }) => string;
  needs: readonly Capability[];
  body?: object | ((at: { storage: string }) => object);
}

const project = { name: 'Intruder', description: '' };
const storage = { dataStorageName: 'Intruder', dataStorageKey: 'intruders', isSoftDelete: false };

const guarded: Guarded[] = [
  { ids: 'S1-6-08', method: 'GET', path: () => '/projects', needs: ['projects.list', 'tenants.read'] },
  { ids: 'S1-6-09 S0-2.12-08', method: 'POST', path: () => '/projects', needs: ['projects.write'], body: project },
  { ids: '', method: 'GET', path: (at) => `/projects/${at.project}`, needs: ['project.home', 'tenants.read'] },
  { ids: 'S1-6-09', method: 'PUT', path: (at) => `/projects/${at.project}`, needs: ['projects.write'], body: project },
  { ids: 'S1-6-09', method: 'DELETE', path: (at) => `/projects/${at.project}`, needs: ['projects.write'] },
  { ids: '', method: 'GET', path: (at) => `/projects/${at.project}/collaborators`, needs: ['users.manage'] },
  { ids: 'S2-6-14', method: 'GET', path: () => '/archivedProjects', needs: ['projects.list'] },
  { ids: 'S2-6-14', method: 'DELETE', path: (at) => `/archivedProject/${at.project}`, needs: ['projects.write'] },
  { ids: 'S2-6-14', method: 'POST', path: (at) => `/archivedProject/${at.project}/recover`, needs: ['projects.write'] },
  { ids: '', method: 'GET', path: () => '/dataStorages/users', needs: ['storages.read'] },
  {
    ids: 'S1-6-11 S0-6-13',
    method: 'GET',
    path: (at) => `/project/${at.project}/dataStorages`,
    needs: ['storages.read', 'tenants.read'],
  },
  {
    ids: 'S1-6-10 S0-6-14',
    method: 'POST',
    path: (at) => `/project/${at.project}/dataStorages`,
    needs: ['storages.write'],
    body: storage,
  },
  {
    ids: 'S1-6-10',
    method: 'PUT',
    path: (at) => `/project/${at.project}/dataStorages/${at.storage}`,
    needs: ['storages.write'],
    body: { newName: 'Intruder' },
  },
  { ids: 'S1-6-10', method: 'DELETE', path: (at) => `/project/${at.project}/dataStorages/${at.storage}`, needs: ['storages.write'] },
  { ids: 'S1-6-11', method: 'GET', path: (at) => `/project/${at.project}/dataStorages/${at.storage}`, needs: ['records.read'] },
  {
    ids: 'S1-6-13',
    method: 'PUT',
    path: (at) => `/project/${at.project}/dataStorages/${at.storage}/item/some`,
    needs: ['records.write'],
    body: { data: { title: 'Intruder' } },
  },
  {
    ids: 'S1-6-13',
    method: 'DELETE',
    path: (at) => `/project/${at.project}/dataStorages/${at.storage}/item/some`,
    needs: ['records.write'],
  },
  {
    ids: '',
    method: 'POST',
    path: (at) => `/project/${at.project}/dataStorages/${at.storage}/item/some/restore`,
    needs: ['records.write'],
  },
  { ids: 'S1-6-15', method: 'GET', path: (at) => `/project/${at.project}/dataStorages/sandbox`, needs: ['sandbox'] },
  {
    ids: 'S1-6-15',
    method: 'POST',
    path: (at) => `/project/${at.project}/dataStorages/postmanSaveData`,
    needs: ['sandbox'],
    body: (at) => ({ dataStorageId: at.storage, responseData: { title: 'Intruder' } }),
  },
  { ids: 'S2-6-15', method: 'GET', path: (at) => `/project/${at.project}/archivedStorages`, needs: ['storages.archived'] },
  { ids: 'S2-6-15', method: 'DELETE', path: (at) => `/project/${at.project}/archivedStorage/${at.storage}`, needs: ['storages.archived'] },
  {
    ids: 'S2-6-15',
    method: 'POST',
    path: (at) => `/project/${at.project}/archivedStorage/${at.storage}/recover`,
    needs: ['storages.archived'],
  },
  {
    ids: '',
    method: 'GET',
    path: (at) => `/logs/admin/user-activity-logs/project/${at.project}`,
    needs: ['activity.read', 'reporting'],
  },
  { ids: 'S2-6-16', method: 'GET', path: (at) => `/fileStorage/${at.project}/folders`, needs: ['files'] },
  { ids: 'S2-6-16', method: 'GET', path: (at) => `/fileStorage/${at.project}/products/files`, needs: ['files'] },
  { ids: 'S2-6-16', method: 'POST', path: (at) => `/fileStorage/${at.project}/products/files`, needs: ['files'], body: {} },
  { ids: 'S2-6-17 S0-6-15', method: 'GET', path: (at) => `/reporting?projectId=${at.project}`, needs: ['reporting'] },
  { ids: 'S1-6-05', method: 'GET', path: (at) => `/project/${at.project}/dataStorages/${at.storage}/download`, needs: ['records.export'] },
  {
    ids: '',
    method: 'POST',
    path: (at) => `/project/${at.project}/sandbox/send`,
    needs: ['sandbox'],
    body: { url: 'https://127.0.0.1' },
  },
  { ids: '', method: 'POST', path: () => '/feedback', needs: ['feedback.send'], body: {} },
  { ids: 'S2-6-11 S2-7-08', method: 'GET', path: () => '/authentication/changeUserKeys', needs: ['keys.read'] },
  { ids: 'S2-6-11 S2-7-09', method: 'POST', path: () => '/authentication/changeUserKeys', needs: ['keys.read'] },
  { ids: 'S0-6-10', method: 'GET', path: () => '/users', needs: ['users.manage'] },
  { ids: 'S0-6-10 S2-2.g-13', method: 'PUT', path: (at) => `/users/${at.person}`, needs: ['users.manage'], body: { role: 'admin' } },
  { ids: '', method: 'GET', path: () => '/users/sessions', needs: ['feedback.send'] },
  { ids: '', method: 'DELETE', path: () => '/users/sessions', needs: ['feedback.send'] },
  { ids: '', method: 'DELETE', path: () => '/users/sessions/none', needs: ['feedback.send'] },
  { ids: '', method: 'POST', path: () => '/users/confirmation-code', needs: ['feedback.send'] },
  { ids: '', method: 'GET', path: () => '/users/getUser', needs: ['feedback.send'] },
  { ids: '', method: 'PUT', path: () => '/users/updateUser', needs: ['feedback.send'], body: { name: 'Intruder' } },
  { ids: '', method: 'POST', path: () => '/authentication/logout', needs: ['feedback.send'] },
];

const people: Record<string, Person> = {};
let owner: Admin;
const at = { project: '', storage: '', person: '' };
/** Tokens that open nothing, whoever they were made for. */
const dead: Record<string, string> = {};

beforeAll(async () => {
  let rival: Admin;
  [owner, rival] = await Promise.all([anAdmin('Olga Owner'), anAdmin('Rita Rival')]);
  at.project = (await aProject(owner, 'Shop')).id;
  const second = (await aProject(owner, 'Blog')).id;
  at.storage = (await aStorage(owner, at.project, 'products', true)).id;
  const [superadmin, manager, developer, user, ...strangers] = await Promise.all([
    aSuperadmin(),
    aMember(owner, 'manager', at.project),
    aMember(owner, 'developer', at.project),
    aMember(owner, 'user', at.project),
    aMember(owner, 'manager', second),
    aMember(owner, 'developer', second),
    aMember(owner, 'user', second),
  ]);
  at.person = developer.id;
  Object.assign(dead, await deadTokens(second));
  Object.assign(people, { rival, superadmin, manager, developer, user });
  for (const stranger of strangers) people[`stranger ${stranger.role}`] = stranger;
});

const nameOf = ({ method, path }: Guarded) => `${method} /app${path({ project: '{id}', storage: '{storageId}', person: '{userId}' })}`;
const isBound = ({ path }: Guarded) => path({ project: '{id}', storage: '', person: '' }).includes('{id}');
const opens = (role: Role, { needs }: Guarded) => needs.some((capability) => can(role, capability));

function send(route: Guarded, as?: string): () => Call {
  return () => ({
    method: route.method,
    path: `/app${route.path(at)}`,
    ...(as === undefined ? {} : { token: people[as]?.token ?? '' }),
    ...(route.body ? { body: typeof route.body === 'function' ? route.body(at) : route.body } : {}),
  });
}

scenarios(
  'S1-2-01 S0-7-02 S2-8-32 without a session',
  guarded.map((route): Scenario => ({ name: `${nameOf(route)} answers 401`, send: send(route), status: 401, code: 'unauthenticated' })),
);

/** Of a person each who could open the call a moment ago. */
async function deadTokens(projectId: string): Promise<Record<string, string>> {
  const [deactivated, moved, signedOut] = await Promise.all([
    aMember(owner, 'developer', projectId),
    aMember(owner, 'developer', projectId),
    aMember(owner, 'developer', projectId),
  ]);
  const put = (id: string, body: object) => mustCall({ method: 'PUT', path: `/app/users/${id}`, token: owner.token, body });
  await put(deactivated.id, { is_active: false });
  await put(moved.id, { role: 'user' });
  await mustCall({ method: 'POST', path: '/app/authentication/logout', token: signedOut.token });
  const past = Math.floor(Date.now() / 1000) - 7200;
  return {
    'that has expired': rewritten(owner.token, { iat: past, auth_time: past, exp: past + 3600 }),
    'with a session that nobody opened': rewritten(owner.token, { sid: 'A'.repeat(32), role: 'superadmin' }),
    'with the session of somebody else': rewritten(owner.token, { sub: at.person, user_id: at.person }),
    'without a session': rewritten(owner.token, { sid: undefined }),
    'of a password sign-in past our login': await passwordOnlyToken(owner.email),
    'of a deactivated user': deactivated.token,
    'of a user whose role has changed': moved.token,
    'of a user who has logged out': signedOut.token,
    'that is none': 'abc.def.ghi',
  };
}

const deadKinds = [
  'that has expired',
  'with a session that nobody opened',
  'with the session of somebody else',
  'without a session',
  'of a password sign-in past our login',
  'of a deactivated user',
  'of a user whose role has changed',
  'of a user who has logged out',
  'that is none',
];

scenarios(
  'S2-7-01 S2-1-01 S0-4-01 a dead or forged token',
  guarded.flatMap((route) =>
    deadKinds.map(
      (kind): Scenario => ({
        name: `${nameOf(route)} answers a token ${kind} 401`,
        send: () => ({ ...send(route)(), token: dead[kind] ?? '' }),
        status: 401,
        code: 'unauthenticated',
      }),
    ),
  ),
);

scenarios(
  'a role without the capability',
  (['superadmin', 'manager', 'developer', 'user'] as const).flatMap((role) =>
    guarded
      .filter((route) => !opens(role, route))
      .map(
        (route): Scenario => ({
          name: `${route.ids} ${nameOf(route)} answers a ${role} 403`.trim(),
          send: send(route, role),
          status: 403,
          code: 'permission-denied',
        }),
      ),
  ),
);

scenarios(
  'S1-6-17 S0-2.12-10 S2-6-18 another account',
  guarded.filter(isBound).map(
    (route): Scenario => ({
      name: `${nameOf(route)} answers 404`,
      send: send(route, 'rival'),
      status: 404,
      code: 'not-found',
    }),
  ),
);

scenarios(
  'S1-6-18 S0-2.12-09 S2-6-19 a member of another project of the account',
  (['manager', 'developer', 'user'] as const).flatMap((role) =>
    guarded
      .filter((route) => isBound(route) && opens(role, route))
      .map(
        (route): Scenario => ({
          name: `${nameOf(route)} answers a ${role} 404`,
          send: send(route, `stranger ${role}`),
          status: 404,
          code: 'not-found',
        }),
      ),
  ),
);

scenarios('S1-6-16 platform staff', [
  {
    name: 'reads the storage list of any project',
    send: () => ({ path: `/app/project/${at.project}/dataStorages`, token: people.superadmin?.token ?? '' }),
    status: 200,
    contains: () => ({ data: [{ id: at.storage, user: { name: 'Olga Owner' } }] }),
  },
]);
