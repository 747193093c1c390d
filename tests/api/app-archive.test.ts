import { type Activity, messages, planLimits } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { mailAfter } from '../support/inbox.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, keysOf, password, type Person } from '../support/personas.ts';
import { database } from '../support/target.ts';

let admin: Admin;
let project = '';

beforeAll(async () => {
  admin = await anAdmin('Olga Owner');
  project = (await aProject(admin, 'Shop')).id;
});

const get = <Body = { data: { id: string }[]; pagination: object }>(path: string, token = admin.token) => mustCall<Body>({ path, token });
const remove = (path: string) => call({ method: 'DELETE', path, token: admin.token });
const idsAt = async (path: string) => (await get(path)).data.map(({ id }) => id);

// Covers S1-7-24, S2-2.j-03, S2-2.j-04
test('a deleted storage stands in the archive whatever its soft delete setting, and recovery brings it back with its records', async () => {
  for (const [key, isSoft] of [
    ['mugs', false],
    ['cups', true],
  ] as const) {
    const storage = await aStorage(admin, project, key, isSoft);
    const one = `/app/project/${project}/dataStorages/${storage.id}`;
    await mustCall({ path: `/api/${key}/${storage.id}`, ...keysOf(admin, project), body: { title: 'Blue' } });
    expect(await remove(one)).toMatchObject({ status: 200, body: { message: messages.storageDeleted } });
    expect(await idsAt(`/app/project/${project}/dataStorages`)).not.toContain(storage.id);
    expect((await get(`/app/project/${project}/archivedStorages`)).data).toContainEqual(
      expect.objectContaining({ id: storage.id, originalId: storage.id, projectId: project, storageKey: key, isSoftDelete: isSoft }),
    );
    expect((await remove(one)).status).toBe(404);
    const recovered = isSoft
      ? await call({ method: 'POST', path: `/app/project/${project}/archivedStorage/${storage.id}/recover`, token: admin.token })
      : await remove(`/app/project/${project}/archivedStorage/${storage.id}`);
    expect(recovered).toMatchObject({ status: 200, body: { success: true } });
    expect(await idsAt(`/app/project/${project}/dataStorages`)).toContain(storage.id);
    expect(await idsAt(`/app/project/${project}/archivedStorages`)).not.toContain(storage.id);
    expect((await get<{ data: { title: string }[] }>(one)).data.map(({ title }) => title)).toEqual(['Blue']);
  }
});

// Covers S2-2.j-05
test('an archived storage frees its key, and cannot be recovered while another one has it', async () => {
  const first = await aStorage(admin, project, 'plates');
  await remove(`/app/project/${project}/dataStorages/${first.id}`);
  const second = await aStorage(admin, project, 'plates');
  expect(await remove(`/app/project/${project}/archivedStorage/${first.id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('plates'), error: { code: 'already-exists' } },
  });
  expect(await idsAt(`/app/project/${project}/archivedStorages`)).toContain(first.id);
  expect(await idsAt(`/app/project/${project}/dataStorages`)).toContain(second.id);
  await remove(`/app/project/${project}/dataStorages/${second.id}`);
  expect((await remove(`/app/project/${project}/archivedStorage/${first.id}`)).status).toBe(200);
});

// Covers S2-2.j-06
test('a full project takes no storage back, and a full plan no project: both stay in the archive', async () => {
  const other = await anAdmin();
  const [first, second] = [await aProject(other, 'One'), await aProject(other, 'Two')];
  const storage = await aStorage(other, second.id, 'cards');
  const send = (method: string, path: string) => call({ method, path: `/app${path}`, token: other.token });
  const room = (used: number) => database().doc(`projects/${second.id}`).update({ 'counters.storages': used });
  const refused = { status: 409, body: { message: expect.stringContaining('plan includes'), error: { code: 'quota-exceeded' } } };
  await send('DELETE', `/project/${second.id}/dataStorages/${storage.id}`);
  await room(planLimits.free.storagesPerProject);
  expect(await send('POST', `/project/${second.id}/archivedStorage/${storage.id}/recover`)).toMatchObject(refused);
  expect((await get(`/app/project/${second.id}/archivedStorages`, other.token)).data).toMatchObject([{ id: storage.id }]);
  expect((await get(`/app/project/${second.id}/dataStorages`, other.token)).data).toEqual([]);
  await room(0);
  await send('DELETE', `/projects/${first.id}`);
  await aProject(other, 'Three');
  expect(await send('POST', `/archivedProject/${first.id}/recover`)).toMatchObject(refused);
  expect((await get('/app/archivedProjects', other.token)).data).toMatchObject([{ id: first.id }]);
  expect((await get('/app/projects', other.token)).data.map(({ id }) => id)).not.toContain(first.id);
});

// Covers S1-7-04, S1-7-05, S2-2.j-09, S2-2.j-10, S2-3-09, S2-7-17
test('an archived project takes its storages along, and brings them back', async () => {
  const other = await anAdmin('Paula Planner');
  const id = (await aProject(other, 'Blog')).id;
  const [kept, gone] = [await aStorage(other, id, 'posts'), await aStorage(other, id, 'drafts')];
  const send = (method: string, path: string) => call({ method, path: `/app${path}`, token: other.token });
  await send('DELETE', `/project/${id}/dataStorages/${gone.id}`);

  expect(await send('DELETE', `/projects/${id}`)).toMatchObject({ status: 200, body: { message: messages.projectDeleted } });
  expect((await get('/app/projects', other.token)).data).toEqual([]);
  expect((await get('/app/archivedProjects', other.token)).data).toEqual([
    {
      id,
      originalId: id,
      userId: other.id,
      projectName: 'Blog',
      projectDescription: 'About Blog',
      originalCreatedAt: expect.stringMatching(/Z$/),
      originalUpdatedAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    },
  ]);
  for (const path of [`/projects/${id}`, `/project/${id}/dataStorages`, `/project/${id}/dataStorages/${kept.id}`])
    expect((await send('GET', path)).status).toBe(404);

  expect((await send('DELETE', `/archivedProject/${id}`)).status).toBe(200);
  expect((await get('/app/projects', other.token)).data.map((p) => p.id)).toEqual([id]);
  expect((await get(`/app/project/${id}/dataStorages`, other.token)).data.map((s) => s.id)).toEqual([kept.id]);
  expect((await get(`/app/project/${id}/archivedStorages`, other.token)).data.map((s) => s.id)).toEqual([gone.id]);
  expect((await send('POST', `/archivedProject/${id}/recover`)).status).toBe(404);
});

// Covers S0-9-09
test('a full plan refuses a further project, also a recovered one', async () => {
  const other = await anAdmin();
  const first = await aProject(other, 'One');
  await aProject(other, 'Two');
  expect(await call({ path: '/app/projects', token: other.token, body: { name: 'Three' } })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('2'), error: { code: 'quota-exceeded' } },
  });
  await call({ method: 'DELETE', path: `/app/projects/${first.id}`, token: other.token });
  await aProject(other, 'Three');
  expect((await call({ method: 'DELETE', path: `/app/archivedProject/${first.id}`, token: other.token })).status).toBe(409);
});

// Covers S0-9-10
test('many quick clicks cannot exceed the storages of the plan', async () => {
  const other = await anAdmin();
  const id = (await aProject(other)).id;
  const max = planLimits.free.storagesPerProject;
  const answers = await Promise.all(
    Array.from({ length: max + 5 }, (_, i) =>
      call({
        path: `/app/project/${id}/dataStorages`,
        token: other.token,
        body: { dataStorageName: `S${i}`, dataStorageKey: `things${i}`, isSoftDelete: false },
      }),
    ),
  );
  const created = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => status !== 201).every(({ status }) => [409, 503].includes(status))).toBe(true);
  expect(created).toBeLessThanOrEqual(max);
  for (let i = created; i < max; i += 1) await aStorage(other, id, `more${i}`);
  const refused = await call({
    path: `/app/project/${id}/dataStorages`,
    token: other.token,
    body: { dataStorageName: 'Last', dataStorageKey: 'lasts', isSoftDelete: false },
  });
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining(String(max)) } });
  expect((await get(`/app/project/${id}/dataStorages`, other.token)).pagination).toMatchObject({ totalCount: max });
});

// Covers S1-7-18
test('a storage made by a developer belongs to the account owner', async () => {
  const developer = await aMember(admin, 'developer', project);
  const storage = await aStorage(developer, project, 'bowls');
  expect(storage).toMatchObject({ userId: admin.id, user: { name: 'Olga Owner' } });
});

// Covers S2-3-10
test('every change stands in the activity log, newest first; a manager sees only their project', async () => {
  const other = await anAdmin('Lena Logger');
  const id = (await aProject(other, 'Log')).id;
  const storage = await aStorage(other, id, 'entries');
  const send = (method: string, path: string, body?: object) => mustCall({ method, path: `/app${path}`, token: other.token, body });
  await send('PUT', `/project/${id}/dataStorages/${storage.id}`, { newName: 'Renamed' });
  await send('DELETE', `/project/${id}/dataStorages/${storage.id}`);
  await send('DELETE', `/project/${id}/archivedStorage/${storage.id}`);
  const log = `/app/logs/admin/user-activity-logs/project/${id}`;
  const seen = await get<{ data: { activity: Activity; adminId: string; userId: string; createdAt: string }[]; pagination: object }>(
    log,
    other.token,
  );
  const expected: Activity[] = [
    'Recover Storage',
    'Remove Storage',
    'Update Storage',
    'Add Storage',
    'Add Project',
    'User Login',
    'Verify Account',
    'Register Account',
  ];
  expect(seen.data.map(({ activity }) => activity)).toEqual(expected);
  expect(seen.data.every(({ adminId, userId }) => adminId === other.id && userId === other.id)).toBe(true);
  expect(seen.pagination).toEqual({ page: 1, limit: 10, totalCount: 8, totalPages: 1 });
  expect(Object.keys(seen.data[0] ?? {})).toEqual(
    expect.arrayContaining(['projectId', 'adminId', 'userId', 'module', 'activity', 'description', 'createdAt']),
  );
  const manager: Person = await aMember(other, 'manager', id);
  expect((await call({ path: log, token: manager.token })).status).toBe(403);
  const report = `/app/reporting/activity?projectId=${id}`;
  const own = (await get<{ data: { activity: Activity; userId: string }[] }>(report, manager.token)).data;
  expect(own.filter(({ userId }) => userId === other.id).map(({ activity }) => activity)).not.toContain('User Login');
  const page = await get<{ data: { activity: Activity }[] }>(`${report}&page=2&limit=2`, manager.token);
  expect(page.data).toEqual(own.slice(2, 4));
});

test('a whole account is deleted for good by its admin: nothing opens it any more, and its address can register again', async () => {
  const owner = await anAdmin('Lea Leaver');
  const { id } = await aProject(owner, 'Last');
  const { id: storageId } = await aStorage(owner, id, 'notes');
  const member = await aMember(owner, 'developer', id);
  const keys = keysOf(owner, id);
  const path = `/api/notes/${storageId}`;
  await mustCall({ path, ...keys, body: { title: 'Gone soon' } });
  const erase = (token: string, body: object) => call({ method: 'POST', path: '/app/users/delete-account', token, body });
  expect((await erase(member.token, { email: member.email, current_password: password })).status).toBe(403);
  expect(await erase(owner.token, { email: owner.email })).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'current_password' }] } },
  });
  expect((await mustCall<{ data: unknown[] }>({ path, ...keys })).data).toHaveLength(1);
  const mail = await mailAfter(member.email, () => erase(owner.token, { email: owner.email, current_password: password }));
  expect(mail.text).toContain('has deleted the account for good');
  for (const person of [owner, member]) {
    await expect.poll(async () => (await call({ path: '/app/users/getUser', token: person.token })).status).toBe(401);
    const login = { email: person.email, password };
    expect((await call({ method: 'POST', path: '/app/authentication/login', body: login })).status).toBe(401);
  }
  await expect.poll(async () => (await call({ path, ...keys })).status).toBe(401);
  const left = await database().collection('users').where('tenantId', '==', owner.tenantId).get();
  expect(left.size).toBe(0);
  const again = { name: 'Lea', email: owner.email, password, confirmPassword: password };
  const verification = await mailAfter(owner.email, () => call({ method: 'POST', path: '/app/authentication/register', body: again }));
  expect(verification.subject).toBe('Verify your Bedplate account');
});
