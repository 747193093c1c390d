import { createLiveSync, type LiveSyncOptions, type LiveEvent } from '@bedplate/client';
import type { AccountUser, ApiKey, EndUserAccess, Project, Storage } from '@bedplate/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { declare } from '../support/declared.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { exchanged } from '../support/tokens.ts';

interface Followed {
  readonly storage: Storage;
  readonly key: ApiKey & { apiKey: string };
  readonly user: { id: string; accessToken: string };
}

let admin: Admin;
let project: Project;
let users: Storage;
let storages = 0;
const open: { close(): void }[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  users = await aStorage(admin, project.id, 'users');
});

afterEach(() => {
  for (const live of open.splice(0)) live.close();
});

async function aStorageWith(read: EndUserAccess['read']): Promise<Followed> {
  const storage = await aStorage(admin, project.id, `notes${++storages}`);
  await opensTo(storage, read);
  const named = { name: 'Page', projectId: project.id, storages: [storage.id], verbs: ['read'] };
  const { data: key } = await mustCall<{ data: Followed['key'] }>({ path: '/app/keys', token: admin.token, body: named });
  const person = { username: `user${storages}`, password: 'a-pass-word-1' };
  const at = `/api/users/${users.id}`;
  await mustCall({ path: at, ...keysOf(admin, project.id), body: person });
  const signedIn = await mustCall<{ data: { id: string }; accessToken: string }>({
    path: `${at}/authenticate`,
    ...keysOf(admin, project.id),
    body: person,
  });
  return { storage, key, user: { id: signedIn.data.id, accessToken: signedIn.accessToken } };
}

const opensTo = (storage: Storage, read: EndUserAccess['read']) =>
  mustCall({ ...inConsole(storage), method: 'PUT', body: { endUserAccess: { read, write: 'none' } } });
const inConsole = (storage: Storage) => ({ path: `/app/project/${project.id}/dataStorages/${storage.id}`, token: admin.token });
const changeKey = ({ key }: Followed, body: object) => mustCall({ method: 'PUT', path: `/app/keys/${key.id}`, token: admin.token, body });
const write = (storage: Storage, userId: string) =>
  mustCall<{ data: { id: string } }>({
    path: `/api/${storage.storageKey}/${storage.id}`,
    ...keysOf(admin, project.id),
    body: { text: 'A note', userId },
  });

/** Follows the storage as an app does, and shows everything that it heard. */
async function follow(storage: Storage, credentials: Partial<LiveSyncOptions>) {
  const heard = { events: [] as LiveEvent[], errors: [] as unknown[] };
  const live = createLiveSync({
    endpoint: target.web,
    projectId: project.id,
    storageId: storage.id,
    onChange: (event) => void heard.events.push(event),
    onError: (error) => void heard.errors.push(error),
    ...credentials,
  });
  open.push(live);
  await expect.poll(() => live.state).toBe('live');
  return { live, ...heard };
}

const endSessions = ({ accessToken: token }: Followed['user']) =>
  mustCall({ method: 'DELETE', path: `/api/users/${users.id}/sessions`, token, headers: { 'x-project-id': project.id } });

const byKey = ({ key }: Followed) => ({ apiKey: key.apiKey });
const byPair = () => ({ apiKey: admin.apiKey, secretKey: admin.secretKey });
const byUser = ({ user }: Followed) => ({ token: user.accessToken });

test.each([
  ['a named key that is switched off', byKey, (at: Followed) => changeKey(at, { active: false }), 401],
  ['a named key that may not read any more', byKey, (at: Followed) => changeKey(at, { verbs: ['create'] }), 403],
  ['a named key that is for another storage', byKey, (at: Followed) => changeKey(at, { storages: [users.id] }), 403],
  ['a named key that is removed', byKey, ({ key }: Followed) => removeKey(key.id), 401],
  ['a named key whose storage is archived', byKey, ({ storage }: Followed) => archive(storage), 404],
  ['an app user who is deleted', byUser, ({ user }: Followed) => deleteUser(user.id), 401],
  ['an app user whose password is changed', byUser, ({ user }: Followed) => changePassword(user.id), 401],
  ['an app user whose session is ended', byUser, ({ user }: Followed) => endSessions(user), 401],
  ['an app user who is let in no more', byUser, ({ storage }: Followed) => opensTo(storage, 'none'), 403],
  ['an app user whose storage is archived', byUser, ({ storage }: Followed) => archive(storage), 404],
  ['the account’s pair that is replaced', byPair, replacePair, 401],
])('the listener of %s ends at once, says so and stays closed', async (_, credentials, end, status) => {
  const at = await aStorageWith('own');
  const { live, errors } = await follow(at.storage, credentials(at));
  await end(at);
  // An idle listener: nothing is written.
  await expect.poll(() => errors.length).toBe(2);
  expect(errors).toMatchObject([{ code: 'permission-denied' }, { status }]);
  expect(live.state).toBe('offline');
});

test('the listener of an app user hears of nobody else’s records once the storage opens only their own', async () => {
  const { storage, user } = await aStorageWith('all');
  const { live, events, errors } = await follow(storage, { token: user.accessToken });
  const { data: theirs } = await write(storage, 'somebody');
  await expect.poll(() => events).toMatchObject([{ type: 'create', id: theirs.id }]);
  await opensTo(storage, 'own');
  await expect.poll(() => errors).toMatchObject([{ code: 'permission-denied' }]);
  await expect.poll(() => live.state).toBe('live');
  await write(storage, 'somebody');
  const { data: mine } = await write(storage, user.id);
  await expect.poll(() => events).toMatchObject([{ id: theirs.id }, { type: 'gap' }, { id: mine.id }]);
});

test('a listener whose fields get other types goes on by these, and says that the list is to be read again', async () => {
  const { storage } = await aStorageWith('none');
  const { live, events, errors } = await follow(storage, { ...byPair(), where: { price: { lt: 10 } } });
  await declare(admin, { projectId: project.id, storageId: storage.id, fields: { price: { type: 'decimal' } } });
  await expect.poll(() => errors).toMatchObject([{ code: 'permission-denied' }]);
  await expect.poll(() => live.state).toBe('live');
  const path = `/api/${storage.storageKey}/${storage.id}`;
  const body = [{ price: '12.00' }, { price: '5.00' }];
  const { data } = await mustCall<{ data: { id: string }[] }>({ path, ...keysOf(admin, project.id), body });
  await expect.poll(() => events).toMatchObject([{ type: 'gap' }, { type: 'create', id: data[1]?.id }]);
});

async function replacePair() {
  await mustCall({ method: 'POST', path: '/app/authentication/changeUserKeys', token: admin.token });
  const { data } = await mustCall<{ data: AccountUser }>({ path: '/app/users/getUser', token: admin.token });
  admin = { ...admin, apiKey: data.apiKey ?? '', secretKey: data.secretKey ?? '' };
}
const removeKey = (id: string) => mustCall({ method: 'DELETE', path: `/app/keys/${id}`, token: admin.token });
test.each([
  ['a key', 3, ({ key }: Followed) => ({ headers: { 'x-api-key': key.apiKey, 'x-project-id': project.id } })],
  ['an app user', 4, ({ user }: Followed) => ({ token: user.accessToken, headers: { 'x-project-id': project.id } })],
])('for a token of %s the rules read %i documents', async (_, documents, credentials) => {
  const at = await aStorageWith('own');
  const { data: note } = await write(at.storage, at.user.id);
  const body = { storageKeys: [at.storage.id] };
  const { token } = await mustCall<{ token: string }>({ path: '/api/livesync/token', ...credentials(at), body });
  const path = `storages/${at.storage.id}/records/${note.id}`;
  const answer = await fetch(`http://${target.firestoreHost}/v1/projects/demo-bedplate/databases/(default)/documents/${path}`, {
    headers: { authorization: `Bearer ${await exchanged(token)}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-local-firestore-billed')).toBe(`reads=${documents + 1},writes=0,deletes=0`);
});

const archive = (storage: Storage) => mustCall({ ...inConsole(storage), method: 'DELETE' });
const changePassword = (id: string) =>
  mustCall({
    method: 'PUT',
    path: `/api/users/${users.id}/dataId/${id}`,
    ...keysOf(admin, project.id),
    body: { password: 'a-pass-word-2' },
  });
const deleteUser = (id: string) =>
  mustCall({ method: 'DELETE', path: `/api/users/${users.id}/dataId/${id}`, ...keysOf(admin, project.id) });
