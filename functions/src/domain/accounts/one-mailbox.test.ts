import { MemberRegistration, Registration } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { finishLogin } from './login.ts';
import { registerAccount } from './register.ts';
import { registerMember } from './register-member.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
  await world.addAccount('t', { ada: 'admin' });
  const db = databaseOf(world.services.store);
  await db.doc('users/ada').update({ email: 'ada@bücher.example' });
  await db.doc('tenants/t').update({
    plan: { tier: 'pro', usageLimit: 1000, status: 'none', isActive: true, product: null, expiresAt: null },
    counters: { members: 1 },
  });
});
afterAll(() => world?.stop());

const spellings = ['ada@bücher.example', 'ada@xn--bcher-kva.example'];
const people = async () => (await databaseOf(world.services.store).collection('users').get()).size;

test.each(spellings)('a person logs in by %s', async (email) => {
  const given = { email, password: rightPassword, twoFactorCode: null };
  expect(await finishLogin(world.services, given, origin)).toMatchObject({ data: { id: 'ada' } });
});

test.each(spellings)('%s makes no second account, and is no second member', async (email) => {
  const before = await people();
  const password = 'Another-horse-2';
  await registerAccount(world.services, Registration.parse({ name: 'Eve', email, password, confirmPassword: password }), origin);
  const input = MemberRegistration.parse({ name: 'Eve', email, role: 'admin' });
  await expect(registerMember(world.services, { caller: ownerOf('t', 'ada'), input, origin })).rejects.toMatchObject({
    code: 'already-exists',
  });
  expect(await people()).toBe(before);
});
