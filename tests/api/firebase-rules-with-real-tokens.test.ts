import type { Project, Storage } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, keysOf, logIn } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { exchanged, passwordOnlyToken } from '../support/tokens.ts';

let admin: Admin;
let project: Project;
let storage: Storage;
let paths: { project: string; storage: string; record: string; user: string };
let file: string;
const tokens: Record<string, string | null> = { nobody: null };

beforeAll(async () => {
  const rival = await anAdmin('Rita Rival');
  admin = await anAdmin();
  project = await aProject(admin);
  storage = await aStorage(admin, project.id, 'products');
  const second = await aStorage(admin, project.id, 'orders');
  const write = { path: `/api/products/${storage.id}`, ...keysOf(admin, project.id), body: { title: 'Mug' } };
  const { data: record } = await mustCall<{ data: { id: string } }>(write);
  const live = async (key: string) =>
    exchanged(
      (await mustCall<{ token: string }>({ path: '/api/livesync/token', ...keysOf(admin, project.id), body: { storageKeys: [key] } }))
        .token,
    );
  const signedOut = await aMember(admin, 'developer', project.id);
  await mustCall({ method: 'POST', path: '/app/authentication/logout', token: signedOut.token });
  Object.assign(tokens, {
    admin: admin.token,
    'admin through the SDK': await exchanged(admin.customToken),
    developer: (await aMember(admin, 'developer', project.id)).token,
    manager: (await aMember(admin, 'manager', project.id)).token,
    superadmin: (await aSuperadmin()).token,
    'another tenant': rival.token,
    'a logged-out developer': signedOut.token,
    'a password sign-in past our login': await passwordOnlyToken(await logIn(admin.email, admin.name)),
    'an app on the storage': await live('products'),
    'an app on another storage': await live(second.storageKey),
  });
  paths = {
    project: `projects/${project.id}`,
    storage: `storages/${storage.id}`,
    record: `storages/${storage.id}/records/${record.id}`,
    user: `users/${admin.id}`,
  };
  file = `tenants/${admin.tenantId}/${project.id}/${storage.id}/${record.id}/probe.txt`;
  const upload = `${target.storage}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${encodeURIComponent(file)}`;
  await fetch(upload, { method: 'POST', headers: { authorization: 'Bearer owner', 'content-type': 'text/plain' }, body: 'probe' });
});

const bucket = 'demo-bedplate.firebasestorage.app';
const reads = (...names: string[]) => names;

describe.each([
  ['nobody', reads()],
  ['admin', reads('project', 'storage', 'record', 'user', 'file')],
  ['admin through the SDK', reads('project', 'storage', 'record', 'user', 'file')],
  ['developer', reads('project', 'storage', 'record', 'file')],
  ['manager', reads('project')],
  ['superadmin', reads('project', 'storage')],
  ['another tenant', reads()],
  ['a logged-out developer', reads()],
  ['a password sign-in past our login', reads()],
  ['an app on the storage', reads('record')],
  ['an app on another storage', reads()],
])('%s', (name, expected) => {
  test(`reads ${expected.join(', ') || 'nothing'}`, async () => {
    const token = tokens[name] ?? null;
    const documents = await Promise.all(
      Object.entries(paths).map(async ([what, path]) => ((await getDocument(path, token)) === 200 ? what : '')),
    );
    const files = (await getFile(token)) === 200 ? 'file' : '';
    expect([...documents, files].filter(Boolean)).toEqual(expected);
  });

  test('writes nothing', async () => {
    const token = tokens[name] ?? null;
    const headers = { ...bearer(token, 'Bearer'), 'content-type': 'application/json' };
    const document = await fetch(documentUrl(paths.record), { method: 'PATCH', headers, body: JSON.stringify({ fields: {} }) });
    const upload = `${target.storage}/v0/b/${bucket}/o?name=${encodeURIComponent(`${file}.new`)}`;
    const object = await fetch(upload, {
      method: 'POST',
      headers: { ...bearer(token, 'Firebase'), 'content-type': 'text/plain' },
      body: 'x',
    });
    expect([document.status, object.status]).toEqual([403, 403]);
  });
});

async function getDocument(path: string, token: string | null): Promise<number> {
  return (await fetch(documentUrl(path), { headers: bearer(token, 'Bearer') })).status;
}

async function getFile(token: string | null): Promise<number> {
  return (await fetch(`${target.storage}/v0/b/${bucket}/o/${encodeURIComponent(file)}`, { headers: bearer(token, 'Firebase') })).status;
}

function documentUrl(path: string): string {
  return `http://${target.firestoreHost}/v1/projects/demo-bedplate/databases/(default)/documents/${path}`;
}

function bearer(token: string | null, scheme: 'Bearer' | 'Firebase'): Record<string, string> {
  return token === null ? {} : { authorization: `${scheme} ${token}` };
}
