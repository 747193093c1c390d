import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { staff } from '../../../test/office-world.ts';
import type { Services } from '../../services/services.ts';
import { registerAccount } from '../accounts/register.ts';
import { forgotPassword } from '../accounts/reset-password.ts';
import { resendVerification } from '../accounts/verify.ts';
import { receiveMessage } from '../feedback/receive-message.ts';
import { exportList } from '../office/export-list.ts';
import { countAttempt } from './attempts.ts';

/** Calls that anybody may make, or that cost much, are refused when their attempts are used up, and do nothing then. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
  await world.addAccount('t1', { ada: 'admin' });
});
afterAll(() => world?.stop());

const email = 'ada@example.test';
const registration = { name: 'Nina', email, password: rightPassword, confirmPassword: rightPassword };
const message = { name: 'Nina', email, message: 'Hello', website: '' };
const list = { name: 'things', filter: {}, columns: ['id'], rows: (async function* () {})() };

const calls: [string, string, (services: Services) => Promise<unknown>][] = [
  ['register-ip', origin.ip, (services) => registerAccount(services, registration, origin)],
  ['register-email', email, (services) => registerAccount(services, registration, origin)],
  ['forgot-ip', origin.ip, (services) => forgotPassword(services, email, origin)],
  ['forgot-email', email, (services) => forgotPassword(services, email, origin)],
  ['resend-ip', origin.ip, (services) => resendVerification(services, email, origin)],
  ['resend-verification', email, (services) => resendVerification(services, email, origin)],
  ['contact-ip', origin.ip, (services) => receiveMessage(services, message, origin.ip)],
  ['contact-email', email, (services) => receiveMessage(services, message, origin.ip)],
  ['office-export', staff.uid, (services) => exportList(services, staff, list)],
];

test.each(calls)('%s: one too many of %s is refused and leaves nothing', async (scope, value, attempt) => {
  const { services } = world;
  const db = databaseOf(services.store);
  await countAttempt(services, { scope, max: 1, windowMillis: 3600_000, message: 'Too many.' }, value);
  const counter = (await db.collection('attempts').get()).docs.find((doc) => doc.get('scope') === scope);
  await counter?.ref.update({ count: 1000 });
  const written = () =>
    Promise.all(['mail', 'contacts', 'audit'].map(async (name) => (await db.collection(name).count().get()).data().count));
  const before = await written();
  await expect(attempt(services)).rejects.toMatchObject({
    code: 'too-many-requests',
    headers: { 'Retry-After': expect.any(String) as string },
  });
  expect(await written()).toEqual(before);
  await counter?.ref.delete();
});
