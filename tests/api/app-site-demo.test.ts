import type { AuditRow, PublicConfig } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, aSuperadmin, type Person } from '../support/personas.ts';

const path = '/app/superadmin/platform/demo';
const fields = { name: { type: 'text', readOnly: true }, sold: { type: 'integer', min: 0 } };
const cap = { credits: 100, per: 'day' };
let staff: Person;
let admin: Admin;
let project: string;
let storage: string;

beforeAll(async () => {
  [staff, admin] = await Promise.all([aSuperadmin(), anAdmin('Dina Demo')]);
  project = (await aProject(admin)).id;
  storage = (await aStorage(admin, project, 'shelf')).id;
  await declare(storage, { fields, closed: true });
});
afterAll(async () => {
  await mustCall({ method: 'PUT', path, token: staff.token, body: { apiKey: '', reason: 'The test is over.' } });
});

function declare(id: string, schema: object, state = 'enforce') {
  const body = { version: 0, state, schema };
  return mustCall({ method: 'PUT', path: `/app/project/${project}/dataStorages/${id}/schema`, token: admin.token, body });
}

async function keyFor(rights: object = {}): Promise<string> {
  const body = { name: 'Landing page', projectId: project, storages: [storage], verbs: ['read', 'update'], cap, ...rights };
  return (await mustCall<{ data: { apiKey: string } }>({ path: '/app/keys', token: admin.token, body })).data.apiKey;
}

const show = (apiKey: string) => call({ method: 'PUT', path, token: staff.token, body: { apiKey, reason: 'Visitors may try it.' } });
const shown = async () => (await mustCall<{ data: PublicConfig }>({ path: '/app/config' })).data.demo;

test('a key that is harmless opens its storage to visitors, until it is taken back; the audit has no key', async () => {
  const apiKey = await keyFor();
  expect((await show(apiKey)).status).toBe(200);
  expect(await shown()).toEqual({ projectId: project, storageId: storage, storageKey: 'shelf', apiKey });
  const settings = await mustCall<{ data: object }>({ path: '/app/superadmin/platform', token: staff.token });
  const { switches, maintenance, updatedAt } = settings.data as { switches: object; maintenance: null; updatedAt: string };
  const others = { switches, maintenance, reason: 'Nothing of the demo', expectedUpdatedAt: updatedAt };
  await mustCall({ method: 'PUT', path: '/app/superadmin/platform', token: staff.token, body: others });
  expect(await shown()).toBeDefined();
  expect((await show('')).status).toBe(200);
  expect(await shown()).toBeUndefined();
  const { data } = await mustCall<{ data: AuditRow[] }>({ path: '/app/superadmin/audit?search=settings%2Fplatform', token: staff.token });
  expect(data.map(({ after }) => after?.['demo'])).toContainEqual({ projectId: project, storageId: storage });
  expect(JSON.stringify(data)).not.toContain(apiKey);
});

const lacking: [what: string, key: () => Promise<string>, says: RegExp][] = [
  ['of nobody', async () => 'bp_nothing', /named key that is on/],
  ['of the account', async () => admin.apiKey, /named key that is on/],
  ['that ends', () => keyFor({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() }), /named key that is on/],
  ['that creates', () => keyFor({ verbs: ['read', 'update', 'create'] }), /nothing else/],
  ['that only reads', () => keyFor({ verbs: ['read'] }), /nothing else/],
  ['for all storages', () => keyFor({ storages: ['*'] }), /nothing else/],
  ['without a cap', () => keyFor({ cap: null }), /cap first/],
  ['for a storage without a schema', () => keyOf('plain'), /enforced and closed/],
  ['for a storage that learns', () => keyOf('learning', { fields, closed: true }, 'learn'), /enforced and closed/],
  ['for a storage that takes other fields', () => keyOf('open', { fields }), /enforced and closed/],
  ['for a storage whose texts change', () => keyOf('texts', { fields: { name: { type: 'text' } }, closed: true }), /read-only/],
];

async function keyOf(name: string, schema?: object, state?: string): Promise<string> {
  const { id } = await aStorage(admin, project, `${name}s`);
  if (schema) await declare(id, schema, state);
  return keyFor({ storages: [id] });
}

test.each(lacking)('a key %s is refused, and nothing is shown', async (_, key, says) => {
  const refused = await show(await key());
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toMatch(says);
  expect(await shown()).toBeUndefined();
});

test('a key that is paused, and one of an archived storage, are refused', async () => {
  const { id } = await aStorage(admin, project, 'goners');
  await declare(id, { fields, closed: true });
  const body = { name: 'Gone', projectId: project, storages: [id], verbs: ['read', 'update'], cap };
  const { data } = await mustCall<{ data: { id: string; apiKey: string } }>({ path: '/app/keys', token: admin.token, body });
  const pause = (active: boolean) => mustCall({ method: 'PUT', path: `/app/keys/${data.id}`, token: admin.token, body: { active } });
  await pause(false);
  expect((await show(data.apiKey)).status).toBe(400);
  await pause(true);
  await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${id}`, token: admin.token });
  expect((await show(data.apiKey)).status).toBe(400);
});
