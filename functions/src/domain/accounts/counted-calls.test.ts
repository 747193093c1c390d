import { Registration } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { counted } from '../../../test/counted.ts';
import { registerAccount } from './register.ts';
import { forgotPassword } from './reset-password.ts';
import { resendVerification } from './verify.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());

const passwords = { password: rightPassword, confirmPassword: rightPassword };
const calls = {
  register: (email: string, ip: string) =>
    registerAccount(world.services, Registration.parse({ name: 'Ada', email, ...passwords }), { ...origin, ip }),
  forgot: (email: string, ip: string) => forgotPassword(world.services, email, { ...origin, ip }),
  resend: (email: string, ip: string) => resendVerification(world.services, email, { ...origin, ip }),
};

// Each of them may send a mail to an address that somebody else has named.
test.each([
  ['register', 'register-ip', 30],
  ['forgot', 'forgot-ip', 30],
  ['resend', 'resend-ip', 30],
] as const)('%s: one network asks so often, whatever address it names', async (name, scope, max) => {
  await counted(world.services, { scope, value: origin.ip, count: max - 1 });
  await calls[name](`first-${name}@example.test`, origin.ip);
  await expect(calls[name](`second-${name}@example.test`, origin.ip)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test.each([
  ['register', 'register-email', 5],
  ['forgot', 'forgot-email', 1],
  ['resend', 'resend-verification', 1],
] as const)('%s: one address is asked for so often, from whatever network', async (name, scope, max) => {
  await counted(world.services, { scope, value: 'ada@example.test', count: max - 1 });
  await calls[name]('ada@example.test', '198.51.100.1');
  await expect(calls[name]('ada@example.test', '192.0.2.1')).rejects.toMatchObject({ code: 'too-many-requests' });
});
