import { beforeAll, describe, expect, test } from 'vitest';
import { aBackup } from '../support/backup.ts';
import { call, type Call, mustCall } from '../support/call.ts';
import { linkToken, mailAfter } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  aStorage,
  freshEmail,
  freshNetwork,
  keysOf,
  password,
  personOf,
  type Person,
} from '../support/personas.ts';
import { type Scenario, scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

/** The content of one account; the intruder of another account knows every id of it. */
interface World {
  project: string;
  second: string;
  storage: string;
  users: string;
  elsewhere: string;
  record: string;
  endpoint: string;
  key: string;
  view: string;
  backup: string;
  job: string;
}

let victim: Admin;
let intruder: Admin;
let developer: Person;
let theirs: World;
let own: World;

beforeAll(async () => {
  [victim, intruder] = await Promise.all([anAdmin('Vera Victim'), anAdmin('Ines Intruder')]);
  [theirs, own] = await Promise.all([aWorld(victim), aWorld(intruder)]);
  developer = await aMember(victim, 'developer', theirs.project);
});

async function aWorld(admin: Admin): Promise<World> {
  interface One {
    data: { id: string };
  }
  const project = (await aProject(admin, 'Shop')).id;
  const second = (await aProject(admin, 'Blog')).id;
  const storage = (await aStorage(admin, project, 'products', true)).id;
  const users = (await aStorage(admin, project, 'users')).id;
  const elsewhere = (await aStorage(admin, second, 'posts')).id;
  const keys = keysOf(admin, project);
  const record = (await mustCall<One>({ path: `/api/products/${storage}`, ...keys, body: { title: 'Own' } })).data.id;
  const receiver = { dataStorageId: storage, type: 'webhook', functionality: 'sender' };
  const endpoint = (await mustCall<One>({ path: `/app/project/${project}/endpoints`, token: admin.token, body: receiver })).data.id;
  const body = { name: 'Page', projectId: project, storages: [storage], verbs: ['read'] };
  const key = (await mustCall<One>({ path: '/app/keys', token: admin.token, body })).data.id;
  const views = `/app/project/${project}/dataStorages/${storage}/views`;
  const view = (await mustCall<One>({ path: views, token: admin.token, body: { name: 'Own', view: shown } })).data.id;
  const backup = await aBackup(project, admin.token);
  const job = `job-of-${storage}`;
  await database().doc(`recordJobs/${job}`).set({ storageId: storage, kind: 'undo', state: 'done', keepsBefore: false });
  return { project, second, storage, users, elsewhere, record, endpoint, key, view, backup, job };
}

const shown = { search: '', where: '', startDate: '', endDate: '', limit: 20, sort: null, deleted: false, hidden: [], order: [] };
const refused = { status: 404, code: 'not-found' } as const;
const asIntruder = (name: string, request: () => Call): Scenario => ({
  name,
  send: () => ({ token: intruder.token, ...request() }),
  ...refused,
});

const backupCalls = ['', 'contents', 'run', 'restore'] as const;

/** Of something below a storage or a project of one’s own, by an id from elsewhere. */
function callsOf(what: string, path: () => string, verbs: readonly string[], token = () => intruder.token): Scenario[] {
  return verbs.map((verb) => ({
    name: `${verb || 'get'} of ${what}`,
    send: () => ({
      method: verb === '' || verb === 'contents' ? 'GET' : 'POST',
      path: [path(), verb].filter(Boolean).join('/'),
      token: token(),
      ...(verb === 'restore' && { body: {} }),
    }),
    ...refused,
  }));
}

// Covers S1-6-17, S2-6-18
scenarios('an id of another account inside the path of one’s own project', [
  asIntruder('reads no records', () => ({ path: `/app/project/${own.project}/dataStorages/${theirs.storage}` })),
  ...['', '/versions', '/versions/1'].map((end) =>
    asIntruder(`sees no access rules${end}`, () => ({ path: `/app/project/${own.project}/dataStorages/${theirs.storage}/access${end}` })),
  ),
  asIntruder('tries no access rules', () => ({
    method: 'POST',
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/access/impact`,
    body: { grants: [] },
  })),
  asIntruder('hears of nothing that uses a field', () => ({
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/schema/uses?field=title`,
  })),
  asIntruder('restores nothing out of a trash', () => ({
    method: 'POST',
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/trash`,
    body: { action: 'restore' },
  })),
  asIntruder('tries no access rules as somebody', () => ({
    method: 'POST',
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/access/try-as`,
    body: { grants: [], as: { key: '*' } },
  })),
  asIntruder('sets no access rules', () => ({
    method: 'PUT',
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/access`,
    body: { version: 0, grants: [] },
  })),
  asIntruder('downloads nothing', () => ({ path: `/app/project/${own.project}/dataStorages/${theirs.storage}/download` })),
  ...['', '/some'].map((end) =>
    asIntruder(`sees no jobs${end}`, () => ({ path: `/app/project/${own.project}/dataStorages/${theirs.storage}/jobs${end}` })),
  ),
  ...['run', 'cancel', 'undo'].map((verb) =>
    asIntruder(`does not ${verb} a job`, () => ({
      method: 'POST',
      path: `/app/project/${own.project}/dataStorages/${theirs.storage}/jobs/some/${verb}`,
    })),
  ),
  ...callsOf('a job', () => `/app/project/${own.project}/dataStorages/${own.storage}/jobs/${theirs.job}`, ['', 'run', 'cancel', 'undo']),
  ...callsOf('a backup', () => `/app/project/${own.project}/backups/${theirs.backup}`, backupCalls),
  asIntruder('reads no records of a backup', () => ({
    path: `/app/project/${own.project}/backups/${theirs.backup}/records/${theirs.storage}`,
  })),
  asIntruder('takes no changes back', () => ({
    path: `/app/project/${own.project}/undo`,
    body: { storageId: theirs.storage, from: '2026-01-01T00:00:00Z' },
  })),
  asIntruder('sees no saved views', () => ({ path: `/app/project/${own.project}/dataStorages/${theirs.storage}/views` })),
  asIntruder('saves no view', () => ({
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/views`,
    body: { name: 'X', view: shown },
  })),
  ...(['PUT', 'DELETE'] as const).map((method) =>
    asIntruder(`changes no view under an own storage by ${method}`, () => ({
      method,
      path: `/app/project/${own.project}/dataStorages/${own.storage}/views/${theirs.view}`,
      ...(method === 'PUT' && { body: { name: 'X' } }),
    })),
  ),
  asIntruder('renames no storage', () => ({
    method: 'PUT',
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}`,
    body: { newName: 'X' },
  })),
  asIntruder('archives no storage', () => ({ method: 'DELETE', path: `/app/project/${own.project}/dataStorages/${theirs.storage}` })),
  asIntruder('recovers no storage', () => ({ method: 'DELETE', path: `/app/project/${own.project}/archivedStorage/${theirs.storage}` })),
  asIntruder('adds no record', () => ({
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/item`,
    body: { data: { title: 'X' } },
  })),
  asIntruder('changes no record', () => ({
    method: 'PUT',
    path: `/app/project/${own.project}/dataStorages/${theirs.storage}/item/${theirs.record}`,
    body: { data: { title: 'X' } },
  })),
  asIntruder('changes no record under an own storage', () => ({
    method: 'PUT',
    path: `/app/project/${own.project}/dataStorages/${own.storage}/item/${theirs.record}`,
    body: { data: { title: 'X' } },
  })),
  asIntruder('uploads no file to a record under an own storage', () => ({
    path: `/app/project/${own.project}/dataStorages/${own.storage}/item/${theirs.record}/file?fieldName=photo`,
    body: {},
  })),
  asIntruder('deletes no record under an own storage', () => ({
    method: 'DELETE',
    path: `/app/project/${own.project}/dataStorages/${own.storage}/item/${theirs.record}`,
  })),
  asIntruder('erases no record under an own storage', () => ({
    path: `/app/project/${own.project}/dataStorages/${own.storage}/item/${theirs.record}/erase`,
    body: {},
  })),
  asIntruder('saves no answer of the sandbox', () => ({
    path: `/app/project/${own.project}/dataStorages/postmanSaveData`,
    body: { dataStorageId: theirs.storage, responseData: { title: 'X' } },
  })),
]);

scenarios(
  'a backup inside the path of the account’s other project',
  callsOf(
    'it',
    () => `/app/project/${theirs.second}/backups/${theirs.backup}`,
    backupCalls,
    () => victim.token,
  ),
);

// Covers S1-6-18, S2-6-19
scenarios('a developer with an id of the account’s other project', [
  ...['', '/download'].map(
    (end): Scenario => ({
      name: `reads nothing${end}`,
      send: () => ({ path: `/app/project/${theirs.project}/dataStorages/${theirs.elsewhere}${end}`, token: developer.token }),
      status: end ? 403 : 404,
    }),
  ),
  {
    name: 'saves no answer of the sandbox',
    send: () => ({
      path: `/app/project/${theirs.project}/dataStorages/postmanSaveData`,
      token: developer.token,
      body: { dataStorageId: theirs.elsewhere, responseData: {} },
    }),
    ...refused,
  },
  {
    name: 'makes no endpoint',
    send: () => ({
      path: `/app/project/${theirs.project}/endpoints`,
      token: developer.token,
      body: { dataStorageId: theirs.elsewhere, type: 'webhook', functionality: 'sender' },
    }),
    ...refused,
  },
  {
    name: 'moves no endpoint',
    send: () => ({
      method: 'PUT',
      path: `/app/endpoints/${theirs.endpoint}`,
      token: developer.token,
      body: { dataStorageId: theirs.elsewhere },
    }),
    ...refused,
  },
]);

// Covers S1-6-17, S2-6-18
scenarios('an id of another account in a body or a query', [
  asIntruder('makes no member of the project', () => ({
    path: '/app/authentication/register',
    body: { name: 'X', email: freshEmail(), role: 'developer', projectId: theirs.project },
  })),
  asIntruder('makes no endpoint of the storage', () => ({
    path: `/app/project/${own.project}/endpoints`,
    body: { dataStorageId: theirs.storage, type: 'webhook', functionality: 'sender' },
  })),
  asIntruder('moves no endpoint to the storage', () => ({
    method: 'PUT',
    path: `/app/endpoints/${own.endpoint}`,
    body: { dataStorageId: theirs.storage },
  })),
  asIntruder('makes no key of the project', () => ({
    path: '/app/keys',
    body: { name: 'X', projectId: theirs.project, storages: [theirs.storage], verbs: ['read'] },
  })),
  { ...asIntruder('makes no key of the storage', () => keyOf([theirs.storage])), status: 400, code: 'invalid-argument' },
  {
    ...asIntruder('puts the storage into no key', () => ({
      ...keyOf([own.storage, theirs.storage]),
      path: `/app/keys/${own.key}`,
      method: 'PUT',
    })),
    status: 400,
    code: 'invalid-argument',
  },
  asIntruder('reads no report', () => ({ path: `/app/reporting?projectId=${theirs.project}` })),
  asIntruder('reads no report of calls', () => ({ path: `/app/reporting/calls?projectId=${theirs.project}` })),
]);

function keyOf(storages: string[]): Call {
  return { path: '/app/keys', body: { name: 'X', projectId: own.project, storages, verbs: ['read'] } };
}

test('lists that take a project as a filter show nothing of another account’s', async () => {
  for (const path of [`/app/keys?projectId=${theirs.project}`, `/app/apiUsage/breakdown?projectId=${theirs.project}`]) {
    const { status, text } = await call({ path, token: intruder.token });
    expect(status).toBe(404);
    for (const id of [theirs.storage, theirs.key, theirs.project]) expect(text).not.toContain(id);
  }
});

// Covers S0-7-06
describe('the data API with keys of another account', () => {
  const keys = (projectId = own.project) => keysOf(intruder, projectId);
  scenarios('refuses', [
    { name: 'the project', send: () => ({ path: `/api/products/${theirs.storage}`, ...keys(theirs.project) }), status: 401 },
    ...['', '/count', '/aggregate?count=true', '/export'].map(
      (end): Scenario => ({
        name: `the storage${end}`,
        send: () => ({ path: `/api/products/${theirs.storage}${end}`, ...keys() }),
        ...refused,
      }),
    ),
    { name: 'a new record', send: () => ({ path: `/api/products/${theirs.storage}`, ...keys(), body: { title: 'X' } }), ...refused },
    ...['PUT', 'DELETE'].map(
      (method): Scenario => ({
        name: `${method} of all records of the storage`,
        send: () => ({
          method,
          path: `/api/products/${theirs.storage}?all=true`,
          ...keys(),
          ...(method === 'PUT' ? { body: { title: 'X' } } : {}),
        }),
        ...refused,
      }),
    ),
    { name: 'a job', send: () => ({ path: `/api/products/${theirs.storage}/jobs/some`, ...keys() }), ...refused },
    {
      name: 'the erasure of a record',
      send: () => ({ path: `/api/products/${theirs.storage}/dataId/${theirs.record}/erase`, ...keys(), body: {} }),
      ...refused,
    },
    {
      name: 'the erasure of a record below its own storage',
      send: () => ({ path: `/api/products/${own.storage}/dataId/${theirs.record}/erase`, ...keys(), body: {} }),
      ...refused,
    },
    {
      name: 'the history of a record',
      send: () => ({ path: `/api/products/${theirs.storage}/dataId/${theirs.record}/history`, ...keys() }),
      ...refused,
    },
    {
      name: 'the history of a record below its own storage',
      send: () => ({ path: `/api/products/${own.storage}/dataId/${theirs.record}/history`, ...keys() }),
      ...refused,
    },
    ...['GET', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
      (['storage', 'own storage'] as const).map(
        (kind): Scenario => ({
          name: `${method} of the record below the ${kind}`,
          send: () => ({
            method,
            path: `/api/products/${kind === 'storage' ? theirs.storage : own.storage}/dataId/${theirs.record}`,
            ...keys(),
            ...(method.startsWith('P') ? { body: { title: 'X' } } : {}),
          }),
          ...refused,
        }),
      ),
    ),
    {
      name: 'a batch with one foreign write',
      send: () => ({
        path: '/api/batch',
        ...keys(),
        body: {
          writes: [
            { op: 'create', storageId: own.storage, data: { title: 'X' } },
            { op: 'update', storageId: theirs.storage, id: theirs.record, data: { title: 'X' } },
          ],
        },
      }),
      status: 404,
    },
    {
      name: 'a sign-up',
      send: () => ({ path: `/api/users/${theirs.users}`, ...keys(), body: { username: 'x', password: 'x-1' } }),
      ...refused,
    },
    ...Object.entries({
      authenticate: { username: 'ann', password: 'x-1' },
      'forgot-password': { email: 'a@b.test' },
      'reset-password': { token: 'x'.repeat(24), password: 'x-1' },
      refresh: { refreshToken: 'x'.repeat(40) },
      'import-hashes': { users: [{ username: 'x', passwordHash: 'x' }] },
      invitations: { email: 'a@b.test' },
      'sign-up/invitation': { token: 'x', username: 'x' },
      logout: { refreshToken: 'x'.repeat(40) },
    }).map(
      ([name, body]): Scenario => ({
        name: `${name} of its app users`,
        send: () => ({ path: `/api/users/${theirs.users}/${name}`, ...keys(), body }),
        ...refused,
      }),
    ),
    {
      name: 'the second factor of its app users',
      send: () => ({ method: 'DELETE', path: `/api/users/${theirs.users}/second-factor/${theirs.record}`, ...keys() }),
      ...refused,
    },
    {
      name: 'the invitations of its app users',
      send: () => ({ path: `/api/users/${theirs.users}/invitations`, ...keys() }),
      ...refused,
    },
    {
      name: 'an invitation of its app users',
      send: () => ({ method: 'DELETE', path: `/api/users/${theirs.users}/invitations/some`, ...keys() }),
      ...refused,
    },
    {
      name: 'a LiveSync token',
      send: () => ({ path: '/api/livesync/token', ...keys(), body: { storageKeys: [theirs.storage] } }),
      status: 404,
    },
  ]);
});

// Covers S0-6-11, S0-2.10-05
describe('a payload raises nobody', () => {
  const more = () => ({
    id: victim.id,
    uid: victim.id,
    userId: victim.id,
    adminId: victim.id,
    tenantId: victim.tenantId,
    ownerUid: victim.id,
    ownerActive: true,
    verifiedAt: '2026-01-01T00:00:00.000Z',
    is_verified: true,
    active: true,
    archived: false,
    archivedAt: null,
    counters: { projects: 0, members: 0, storages: 0 },
    plan: { tier: 'enterprise', usageLimit: 1e9 },
    claims: { role: 'superadmin' },
    customClaims: { role: 'superadmin' },
    apiKeyId: theirs.key,
  });
  const rights = () => ({ role: 'superadmin', projectId: theirs.project, ...more() });
  /** A key that a call does not know is refused by its name, and nothing of the body is stored. */
  const refusedKeys = { status: 400, body: { error: { key: expect.stringMatching(/^keyUnknown/) } } };
  const stored = async (path: string) => (await database().doc(path).get()).data() ?? {};

  test('registration by a visitor opens an account of its own, unverified', async () => {
    const email = freshEmail();
    await mustCall({
      path: '/app/authentication/register',
      headers: freshNetwork(),
      body: { name: 'Eve', email, password, confirmPassword: password, ...rights() },
    });
    const { uid, user } = await personOf(email);
    expect(user).toMatchObject({ role: 'admin', projectId: null, verifiedAt: null });
    expect(user.tenantId).not.toBe(victim.tenantId);
    expect(uid).not.toBe(victim.id);
    expect(await stored(`tenants/${String(user.tenantId)}`)).toMatchObject({ ownerUid: uid, plan: { tier: 'free' } });
  });

  test('one’s settings and an admin’s change of a member', async () => {
    const member = await aMember(intruder, 'user', own.project);
    const settings = { name: 'Max', is_active: true, ...rights() };
    expect(await call({ method: 'PUT', path: '/app/users/updateUser', token: member.token, body: settings })).toMatchObject(refusedKeys);
    expect(await stored(`users/${member.id}`)).toMatchObject({ role: 'user', projectId: own.project, tenantId: intruder.tenantId });
    const change = { name: 'Changed', email: 'x@y.test', is_active: true, ...more() };
    expect(await call({ method: 'PUT', path: `/app/users/${member.id}`, token: intruder.token, body: change })).toMatchObject(refusedKeys);
    expect(await stored(`users/${member.id}`)).toMatchObject({
      role: 'user',
      name: 'Max user',
      email: member.email,
      tenantId: intruder.tenantId,
    });
  });

  test('an admin’s new member, a project’s and a storage’s change', async () => {
    const email = freshEmail();
    const body = { name: 'Mo', email, ...more(), role: 'user', projectId: own.project };
    await mustCall({ path: '/app/authentication/register', token: intruder.token, headers: freshNetwork(), body });
    expect((await personOf(email)).user).toMatchObject({ role: 'user', tenantId: intruder.tenantId, verifiedAt: null });
    const as = { token: intruder.token, method: 'PUT' };
    const refusedWith = async (request: Parameters<typeof call>[0]) => expect(await call(request)).toMatchObject(refusedKeys);
    await refusedWith({ ...as, path: `/app/projects/${own.project}`, body: { name: 'Shop', description: '', ...rights() } });
    expect(await stored(`projects/${own.project}`)).toMatchObject({ tenantId: intruder.tenantId, archivedAt: null });
    await refusedWith({ ...as, path: `/app/project/${own.project}/dataStorages/${own.storage}`, body: { newName: 'Mine', ...rights() } });
    const storage = { tenantId: intruder.tenantId, projectId: own.project, userId: intruder.id };
    expect(await stored(`storages/${own.storage}`)).toMatchObject(storage);
    await refusedWith({ ...as, path: `/app/endpoints/${own.endpoint}`, body: { functionality: 'sender', ...rights() } });
    expect(await stored(`endpoints/${own.endpoint}`)).toMatchObject({ tenantId: intruder.tenantId, projectId: own.project });
    await refusedWith({ ...as, path: `/app/keys/${own.key}`, body: { ...rights(), kind: 'account', name: 'Mine' } });
    const rows = await database().collection('apiKeys').where('tenantId', '==', victim.tenantId).get();
    expect(rows.docs.map((doc) => doc.get('name') as unknown)).not.toContain('Mine');
  });
});

// Covers S2-2.c-07
describe('a link of a mail', () => {
  const post = (path: string, body: object = {}) => call({ method: 'POST', path, headers: freshNetwork(), body });
  const uses: Record<string, (token: string) => Promise<{ status: number }>> = {
    verify: (token) => call({ path: `/app/verify/user/${token}` }),
    'reset check': (token) => call({ path: `/app/authentication/${token}/verify` }),
    reset: (token) => post(`/app/authentication/${token}/reset-password`, { password, confirm_password: password }),
    unlock: (token) => post(`/app/authentication/${token}/unlock`),
    'not me': (token) => post(`/app/authentication/${token}/not-me`),
  };
  const statusesOf = async (token: string, names: readonly string[]) =>
    Promise.all(names.map(async (name) => [name, (await uses[name]?.(token))?.status] as const));
  const mailed = async (email: string, act: () => Promise<unknown>) => linkToken(await mailAfter(email, act));

  test('does what it was made for and nothing else, and used ones do nothing', async () => {
    const person = await anAdmin();
    const { email } = person;
    const reset = await mailed(email, () => post('/app/authentication/forgot-password', { email }));
    expect(await statusesOf(reset, ['verify', 'unlock', 'not me'])).toEqual([
      ['verify', 404],
      ['unlock', 404],
      ['not me', 404],
    ]);
    const unlock = await mailed(email, async () => {
      for (let at = 0; at < 10; at += 1) await post('/app/authentication/login', { email, password: `Wrong-${at}` });
    });
    const others = ['verify', 'reset check', 'reset', 'not me'];
    expect(await statusesOf(unlock, others)).toEqual(others.map((name) => [name, 404]));
    expect(await statusesOf(unlock, ['unlock'])).toEqual([['unlock', 200]]);
    expect(await statusesOf(unlock, ['unlock'])).toEqual([['unlock', 404]]);
    const both = await Promise.all([uses.reset?.(reset), uses.reset?.(reset)]);
    expect(both.map((answer) => answer?.status).sort()).toEqual([200, 404]);
    expect(await statusesOf(reset, ['reset check', 'reset'])).toEqual([
      ['reset check', 404],
      ['reset', 404],
    ]);
    expect((await call({ path: '/app/users/getUser', token: person.token })).status).toBe(401);
  });

  test('an older reset link dies with the password it was made for', async () => {
    const { email } = await anAdmin();
    const first = await mailed(email, () => post('/app/authentication/forgot-password', { email }));
    const attempts = await database().collection('attempts').get();
    await Promise.all(attempts.docs.filter((doc) => doc.get('scope') === 'forgot-email').map(({ ref }) => ref.delete()));
    const second = await mailed(email, () => post('/app/authentication/forgot-password', { email }));
    expect(await statusesOf(first, ['reset check'])).toEqual([['reset check', 200]]);
    expect((await uses.reset?.(second))?.status).toBe(200);
    expect((await uses.reset?.(first))?.status).toBe(404);
  });
});
