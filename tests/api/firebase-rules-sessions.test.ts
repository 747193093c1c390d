import { deleteApp, type FirebaseApp } from 'firebase/app';
import { doc, onSnapshot } from 'firebase/firestore';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { consoleFirestore } from '../support/console-firestore.ts';
import { linkToken, mailsTo, nextMailTo } from '../support/inbox.ts';
import { type Admin, aMember, anAdmin, aProject, freshNetwork, logIn, type Person } from '../support/personas.ts';

let admin: Admin;
let projectId: string;
const apps: FirebaseApp[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  projectId = (await aProject(admin)).id;
});

afterEach(async () => {
  await Promise.all(apps.splice(0).map(deleteApp));
});

/** A browser's listener on the person’s project. @returns what it has heard so far, and the error that ended it */
async function listen(person: Person) {
  const firestore = await consoleFirestore(person);
  apps.push(firestore.app);
  const heard = { names: [] as string[], error: '' };
  onSnapshot(
    doc(firestore, 'projects', projectId),
    (snapshot) => heard.names.push(String(snapshot.get('name'))),
    (error) => (heard.error = error.code),
  );
  await expect.poll(() => heard.names.length).toBe(1);
  return heard;
}

let version = 0;
async function rename(): Promise<string> {
  const name = `Shop ${(version += 1)}`;
  await mustCall({ method: 'PUT', path: `/app/projects/${projectId}`, token: admin.token, body: { name, description: '' } });
  return name;
}

const change = (person: Person, body: object) => mustCall({ method: 'PUT', path: `/app/users/${person.id}`, token: admin.token, body });

async function resetPassword(person: Person): Promise<void> {
  const seen = (await mailsTo(person.email)).map(({ id }) => id);
  await mustCall({ path: '/app/authentication/forgot-password', headers: freshNetwork(), body: { email: person.email } });
  const token = linkToken(await nextMailTo(person.email, seen));
  const body = { password: 'Another-horse-7', confirm_password: 'Another-horse-7' };
  await mustCall({ path: `/app/authentication/${token}/reset-password`, headers: freshNetwork(), body });
}

test.each<[string, (person: Person) => Promise<unknown>]>([
  // Covers S0-4-06, S2-2.g-15
  ['deactivation', (person) => change(person, { is_active: false })],
  ['a role change', (person) => change(person, { role: 'user' })],
  ['a password reset', resetPassword],
  ['logging out', (person) => mustCall({ method: 'POST', path: '/app/authentication/logout', token: person.token })],
  ['logging out everywhere', (person) => mustCall({ method: 'DELETE', path: '/app/users/sessions', token: person.token })],
])('%s ends a running listener: it hears of no later change', async (_, end) => {
  const member = await aMember(admin, 'developer', projectId);
  const heard = await listen(member);
  const before = await rename();
  await expect.poll(() => heard.names.at(-1)).toBe(before);
  await end(member);
  const after = await rename();
  await expect.poll(() => heard.error).toBe('permission-denied');
  expect(heard.names).not.toContain(after);
});

test('another session of the same person goes on', async () => {
  const member = await aMember(admin, 'developer', projectId);
  const other = await logIn(member.email, member.name);
  const heard = await listen(other);
  await mustCall({ method: 'POST', path: '/app/authentication/logout', token: member.token });
  const name = await rename();
  await expect.poll(() => heard.names.at(-1)).toBe(name);
  expect(heard.error).toBe('');
});
