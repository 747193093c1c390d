import { createLiveSync, type LiveEvent, type LiveSync } from '@bedplate/client';
import type { ApiKey, Project, Storage } from '@bedplate/contract';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { exchanged } from '../support/tokens.ts';

let admin: Admin;
let project: Project;
let users: Storage;
let posts: Storage;
let ann: { id: string; token: string };
const open: LiveSync[] = [];

/** Records get their labels when every server knows the rules, some 40 seconds after they are saved. */
const prepared = { timeout: 120_000, interval: 1000 };

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  users = await aStorage(admin, project.id, 'users');
  posts = await aStorage(admin, project.id, 'posts');
  await mustCall({ ...inConsole(users), method: 'PUT', body: { endUserAccess: { read: 'none', write: 'none', readOnly: ['team'] } } });
  const person = { username: 'ann', password: 'a-pass-word-1' };
  await mustCall({ path: `/api/users/${users.id}`, ...keys(), body: { ...person, team: 'red' } });
  const path = `/api/users/${users.id}/authenticate`;
  const { data, accessToken } = await mustCall<{ data: { id: string }; accessToken: string }>({ path, ...keys(), body: person });
  ann = { id: data.id, token: accessToken };
  await write({ title: 'from before', team: 'red', published: false });
  const both = ['list', 'read'];
  const grants = [
    { who: 'signedIn', verbs: both, if: [{ field: 'team', value: '@user.team' }] },
    { who: 'signedIn', verbs: both, if: [{ field: 'published', value: true }] },
    { who: { key: '*' }, verbs: both, if: [{ field: 'published', value: true }] },
  ];
  await mustCall({ ...rules(), method: 'PUT', body: { version: 0, grants, live: true } });
  const body = { storageKeys: [posts.id] };
  const asked = () => fetch(`${target.web}/api/livesync/token`, { method: 'POST', headers: ofAnn(), body: JSON.stringify(body) });
  await vi.waitUntil(async () => (await asked()).status === 200, prepared);
}, 180_000);

afterEach(() => {
  for (const live of open.splice(0)) live.close();
});

const keys = () => keysOf(admin, project.id);
const inConsole = (storage: Storage) => ({ path: `/app/project/${project.id}/dataStorages/${storage.id}`, token: admin.token });
const rules = () => ({ ...inConsole(posts), path: `${inConsole(posts).path}/access` });
const ofAnn = () => ({ 'content-type': 'application/json', authorization: `Bearer ${ann.token}`, 'x-project-id': project.id });
const write = async (fields: object) =>
  (await mustCall<{ data: { id: string } }>({ path: `/api/posts/${posts.id}`, ...keys(), body: fields })).data.id;
const change = (id: string, fields: object) =>
  mustCall({ method: 'PATCH', path: `/api/posts/${posts.id}/dataId/${id}`, ...keys(), body: fields });
const remove = (id: string) => mustCall({ method: 'DELETE', path: `/api/posts/${posts.id}/dataId/${id}`, ...keys() });

async function aKey() {
  const named = { name: 'Page', projectId: project.id, storages: [posts.id], verbs: ['read'] };
  return (await mustCall<{ data: ApiKey & { apiKey: string } }>({ path: '/app/keys', token: admin.token, body: named })).data;
}

async function follow(credentials: { token: string } | { apiKey: string } = { token: ann.token }) {
  const heard = { events: [] as LiveEvent[], errors: [] as unknown[] };
  const live = createLiveSync({
    endpoint: target.web,
    projectId: project.id,
    storageId: posts.id,
    ...credentials,
    onChange: (event) => void heard.events.push(event),
    onError: (error) => void heard.errors.push(error),
  });
  open.push(live);
  await expect.poll(() => live.state).toBe('live');
  const told = () => heard.events.map((event) => (event.type === 'gap' ? 'gap' : `${event.type} ${event.id}`));
  return { live, told, errors: heard.errors };
}

test('an app user hears of the records that the rules show, as they come into sight and leave it', async () => {
  const { told, errors } = await follow();
  await write({ title: 'hidden', team: 'blue', published: false });
  const mine = await write({ title: 'mine', team: 'red', published: false });
  const theirs = await write({ title: 'theirs', team: 'blue', published: false });
  await expect.poll(told).toEqual([`create ${mine}`]);
  await change(theirs, { team: 'red' });
  await expect.poll(told).toEqual([`create ${mine}`, `create ${theirs}`]);
  await change(mine, { team: 'blue' });
  await expect.poll(() => told().slice(2)).toEqual([`delete ${mine}`]);
  // In sight by two rules, it stays there by either of them.
  await change(theirs, { published: true });
  await expect.poll(() => told().slice(3)).toEqual([`update ${theirs}`]);
  await change(theirs, { team: 'blue' });
  await expect.poll(() => told().slice(4)).toEqual([`update ${theirs}`]);
  await change(theirs, { published: false });
  await expect.poll(() => told().slice(5)).toEqual([`delete ${theirs}`]);
  const open = await write({ title: 'open', team: 'blue', published: true });
  await remove(open);
  await expect.poll(() => told().slice(6)).toEqual([`create ${open}`, `delete ${open}`]);
  expect(errors).toEqual([]);
});

test('who gets another team hears of that one, and is told to read the list again', async () => {
  const { live, told, errors } = await follow();
  await mustCall({ method: 'PATCH', path: `/api/users/${users.id}/dataId/${ann.id}`, ...keys(), body: { team: 'green' } });
  await expect.poll(() => errors).toMatchObject([{ code: 'permission-denied' }]);
  await expect.poll(() => live.state).toBe('live');
  expect(told()).toEqual(['gap']);
  await write({ title: 'red', team: 'red', published: false });
  const green = await write({ title: 'green', team: 'green', published: false });
  await expect.poll(told).toEqual(['gap', `create ${green}`]);
  await mustCall({ method: 'PATCH', path: `/api/users/${users.id}/dataId/${ann.id}`, ...keys(), body: { team: 'red' } });
});

test('a named key hears of the records that the rules show keys, and of nothing once it is changed', async () => {
  const key = await aKey();
  const { live, told, errors } = await follow({ apiKey: key.apiKey });
  await write({ title: 'not for keys', team: 'red', published: false });
  const open = await write({ title: 'open', team: 'red', published: true });
  await expect.poll(told).toEqual([`create ${open}`]);
  await change(open, { title: 'news' });
  await expect.poll(told).toEqual([`create ${open}`, `update ${open}`]);
  await change(open, { published: false });
  await expect.poll(() => told().at(-1)).toBe(`delete ${open}`);
  await mustCall({ method: 'PUT', path: `/app/keys/${key.id}`, token: admin.token, body: { verbs: ['create'] } });
  await expect.poll(() => errors).toMatchObject([{ code: 'permission-denied' }, { status: 403 }]);
  expect(live.state).toBe('offline');
});

test('for the token of a named key with labels the rules read three documents', async () => {
  const key = await aKey();
  const open = await write({ title: 'open', team: 'red', published: true });
  const body = { storageKeys: [posts.id] };
  const headers = { 'x-api-key': key.apiKey, 'x-project-id': project.id };
  const { token } = await mustCall<{ token: string }>({ path: '/api/livesync/token', headers, body });
  const path = `storages/${posts.id}/records/${open}`;
  const answer = await fetch(`http://${target.firestoreHost}/v1/projects/demo-bedplate/databases/(default)/documents/${path}`, {
    headers: { authorization: `Bearer ${await exchanged(token)}` },
  });
  expect([answer.status, answer.headers.get('x-local-firestore-billed')]).toEqual([200, 'reads=4,writes=0,deletes=0']);
});

test('changed rules end the listener, which goes on when records are prepared for them', async () => {
  const { told, errors } = await follow();
  const grants = [{ who: 'signedIn', verbs: ['list', 'read'], if: [{ field: 'published', value: true }] }];
  await mustCall({ ...rules(), method: 'PUT', body: { version: 1, grants } });
  await expect.poll(() => errors[0]).toMatchObject({ code: 'permission-denied' });
  await expect.poll(told, prepared).toContain('gap');
  await write({ title: 'mine no more', team: 'red', published: false });
  const open = await write({ title: 'open', team: 'red', published: true });
  await expect.poll(() => told().at(-1), prepared).toBe(`create ${open}`);
});
