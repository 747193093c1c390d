import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { makeSuperadmin } from './make-superadmin.ts';

const { services, host, stop } = await startDataServices();
const firestore = databaseOf(services.store);
const make = (email: string) => makeSuperadmin({ ...services, clock: Date.now }, email);
const now = Timestamp.now();
const person = {
  name: 'Sofia',
  email: 'sofia@example.test',
  role: 'admin',
  tenantId: 't',
  projectId: null,
  is_active: true,
  verifiedAt: now,
};
const tenant = { ownerUid: 'sofia', active: true, counters: { projects: 0, members: 1 }, plan: { status: 'none' } };

afterAll(stop);
beforeEach(async () => {
  for (const name of ['users', 'tenants', 'sessions', 'audit']) await firestore.recursiveDelete(firestore.collection(name));
  await firestore.doc('users/sofia').set(person);
  await firestore.doc('tenants/t').set(tenant);
  await firestore.doc('sessions/open').set({ uid: 'sofia', revokedAt: null });
});

const read = async (path: string) => (await firestore.doc(path).get()).data();
const audited = async () => (await firestore.collection('audit').get()).docs.map((doc) => doc.data());

test('a registered, verified person becomes staff: rights, closed account, ended sessions and the audit in one commit', async () => {
  expect(await make(' Sofia@Example.test ')).toContain('/superadmin/login');
  expect(await read('users/sofia')).toMatchObject({ role: 'superadmin', tenantId: null, projectId: null });
  expect(await read('tenants/t')).toMatchObject({ active: false });
  expect((await read('sessions/open'))?.revokedAt).toBeInstanceOf(Timestamp);
  expect(await audited()).toMatchObject([{ action: 'Make superadmin', target: 'users/sofia', before: { role: 'admin', tenantId: 't' } }]);
  expect(await make(person.email)).toContain('already');
  expect(await audited()).toHaveLength(1);
});

test('of two people with one address neither becomes staff', async () => {
  await firestore.doc('users/second').set(person);
  await expect(make(person.email)).rejects.toThrow('Two people have the address');
  expect(await read('users/sofia')).toEqual(person);
  expect(await audited()).toEqual([]);
});

test.each([
  ['nobody has the address', { email: 'other@example.test' }, {}, 'register in the console first'],
  ['the address is not verified', { verifiedAt: null }, {}, 'is not verified'],
  ['the person is deactivated', { is_active: false }, {}, 'is deactivated'],
  ["the person is a member of somebody's account", { role: 'user' }, { ownerUid: 'somebody' }, "is a member of somebody's account"],
  ['the account has projects', {}, { counters: { projects: 1, members: 1 } }, 'is in use'],
  ['the account has other members', {}, { counters: { projects: 0, members: 2 } }, 'is in use'],
  ['the account has a plan', {}, { plan: { status: 'subscribed' } }, 'is in use'],
])('where %s, nothing is written', async (_, ofPerson, ofTenant, message) => {
  await firestore.doc('users/sofia').set({ ...person, ...ofPerson });
  await firestore.doc('tenants/t').set({ ...tenant, ...ofTenant });
  await expect(make(person.email)).rejects.toThrow(message);
  expect(await read('users/sofia')).toEqual({ ...person, ...ofPerson });
  expect(await read('tenants/t')).toEqual({ ...tenant, ...ofTenant });
  expect(await audited()).toEqual([]);
});

test('npm run make-superadmin does it from the command line, and fails with a sentence', async () => {
  const script = fileURLToPath(new URL('../../../../scripts/make-superadmin.mjs', import.meta.url));
  const run = (email: string) =>
    promisify(execFile)(process.execPath, [script, email, '--project', 'demo-test'], {
      env: { ...process.env, FIRESTORE_EMULATOR_HOST: host },
    });
  await expect(run('nobody@example.test')).rejects.toThrow('register in the console first');
  expect((await run(person.email)).stdout).toContain('Sofia <sofia@example.test> is a superadmin.');
  expect(await read('users/sofia')).toMatchObject({ role: 'superadmin' });
});
