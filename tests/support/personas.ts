import { randomBytes } from 'node:crypto';
import type { AccountUser, LoginAnswer, Project, Role, Storage } from '@bedplate/contract';
import { hashPassword } from '@bedplate/functions/domain/records/model/password.ts';
import type { DocumentData } from 'firebase-admin/firestore';
import { type Credentials, mustCall } from './call.ts';
import { linkToken, nextMailTo } from './inbox.ts';
import { database } from './target.ts';

export const password = 'Correct-horse-9';

/** Someone who is signed in to the console. */
export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
  projectId: string | null;
  token: string;
  customToken: string;
}

/** An account owner with the account's keys. */
export interface Admin extends Person {
  tenantId: string;
  apiKey: string;
  secretKey: string;
}

/** An address that no other test uses. */
export function freshEmail(name = 'someone'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.test`;
}

/** Headers of a caller from a network of its own: registrations and failed logins are limited per network. */
export function freshNetwork(): Record<string, string> {
  return { 'x-forwarded-for': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` };
}

/** Registers an account through the API: mail, link, login, keys. */
export async function anAdmin(name = 'Ada Admin'): Promise<Admin> {
  const email = freshEmail('admin');
  const body = { name, email, password, confirmPassword: password };
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body });
  await verify(email);
  const person = await logIn(email, name);
  const { data } = await mustCall<{ data: AccountUser }>({ path: '/app/users/getUser', token: person.token });
  if (!data.apiKey || !data.secretKey || !data.tenantId) throw new Error('A new admin has no keys.');
  return { ...person, tenantId: data.tenantId, apiKey: data.apiKey, secretKey: data.secretKey };
}

/** Adds a member to the admin's account, bound to one project. */
export async function aMember(admin: Admin, role: 'manager' | 'developer' | 'user', projectId: string): Promise<Person> {
  const email = freshEmail(role);
  const name = `Max ${role}`;
  const body = { name, email, password, confirmPassword: password, role, projectId };
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), token: admin.token, body });
  await verify(email);
  return logIn(email, name);
}

/** Nobody can register as one: made by whoever runs the platform. */
export async function aSuperadmin(): Promise<Person> {
  const email = freshEmail('superadmin');
  const name = 'Sue Superadmin';
  const now = new Date();
  const flags = { is_active: true, is_enable_two_factor: false, verifiedAt: now, last_login: null };
  const person = database().collection('users').doc();
  await person.set({ name, email, role: 'superadmin', tenantId: null, projectId: null, ...flags, createdAt: now, updatedAt: now });
  const passwordHash = await hashPassword(password);
  await database().doc(`credentials/${person.id}`).set({ passwordHash, google: null, lockedAt: null, linksAfter: null, places: {} });
  return logIn(email, name);
}

/** Follows the link of the verification mail. */
export async function verify(email: string): Promise<void> {
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
}

export async function logIn(email: string, name: string): Promise<Person> {
  const body = await mustCall<LoginAnswer>({
    path: '/app/authentication/login',
    headers: freshNetwork(),
    body: { email, password, twoFactorCode: null },
  });
  const { id, role, projectId } = body.data;
  return { id, name, email, role: role as Role, projectId, token: body.accessToken, customToken: body.customToken };
}

/** Turns the second factor of a person on, with the present password. */
export function turnOnTwoFactor({ token }: Pick<Person, 'token'>): Promise<unknown> {
  const body = { is_enable_two_factor: true, current_password: password };
  return mustCall({ method: 'PUT', path: '/app/users/updateUser', token, body });
}

/** @returns the person's document with this address, as the server finds it */
export async function personOf(email: string): Promise<{ uid: string; user: DocumentData }> {
  const { docs } = await database().collection('users').where('email', '==', email).get();
  const [found] = docs;
  if (!found || docs.length > 1) throw new Error(`${docs.length} people have the address ${email}.`);
  return { uid: found.id, user: found.data() };
}

export async function aProject(admin: Person, name = 'Shop'): Promise<Project> {
  return (await mustCall<{ data: Project }>({ path: '/app/projects', token: admin.token, body: { name, description: `About ${name}` } }))
    .data;
}

export async function aStorage(person: Person, projectId: string, storageKey = 'products', isSoftDelete = false): Promise<Storage> {
  const body = { dataStorageName: `My ${storageKey}`, dataStorageKey: storageKey, isSoftDelete };
  return (await mustCall<{ data: Storage }>({ path: `/app/project/${projectId}/dataStorages`, token: person.token, body })).data;
}

/** Headers for the public data API. */
export function keysOf({ apiKey, secretKey }: Admin, projectId: string): Required<Pick<Credentials, 'keys'>> {
  return { keys: { apiKey, secretKey, projectId } };
}
