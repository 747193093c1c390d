import { MemberRegistration } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { origin, startAuthWorld } from '../../../test/auth-world.ts';
import { sha256 } from '../../crypto/crypt.ts';
import type { Caller } from '../callers/caller.ts';
import { addressClaimId } from './find-user.ts';
import { registerMember } from './register-member.ts';
import { databaseOf } from '../../../test/data-services.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());

test('an admin cannot ask without end whether addresses are known', async () => {
  await world.addAccount('t', { ada: 'admin' });
  const owner = { uid: 'ada', name: 'ada' };
  const ada: Caller = { ...owner, sid: 's', role: 'admin', tenantId: 't', projectId: null, owner, email: 'ada@example.test' };
  const ask = () =>
    registerMember(world.services, { caller: ada, input: MemberRegistration.parse({ name: 'Ben', email: 'ben@example.test' }), origin });
  await expect(ask()).rejects.toMatchObject({ code: 'invalid-argument' }); // a user without a project
  const attempts = databaseOf(world.services.store).doc(`attempts/${sha256(JSON.stringify(['register-member', 't']))}`);
  expect((await attempts.get()).get('count')).toBe(1);
  await attempts.update({ count: 600 });
  await expect(ask()).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('an account that was deleted meanwhile gets no new member', async () => {
  const asked = registerMember(world.services, {
    caller: ownerOf('gone', 'eve'),
    input: MemberRegistration.parse({ name: 'Ben', email: 'ben@example.test', role: 'admin' }),
    origin,
  });
  await expect(asked).rejects.toMatchObject({ code: 'already-exists' });
  expect((await databaseOf(world.services.store).collection('users').where('email', '==', 'ben@example.test').get()).size).toBe(0);
});

test('an address that somebody takes meanwhile makes no second person', async () => {
  await world.addAccount('race', { cal: 'admin' });
  const plan = { tier: 'enterprise', usageLimit: 1000, status: 'none', isActive: true, product: null, expiresAt: null };
  await databaseOf(world.services.store)
    .doc('tenants/race')
    .update({ plan, counters: { projects: 0, members: 1 } });
  const { store } = world.services;
  const email = 'dee@example.test';
  const transaction = store.transaction.bind(store);
  const database = databaseOf(store);
  const claim = database.doc(`unique/${addressClaimId(email)}`);
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (...given) => {
    await claim.set({ scope: 'person', ref: 'dee' });
    return transaction(...given);
  });
  const input = MemberRegistration.parse({ name: 'Dee', email, role: 'admin' });
  await expect(registerMember(world.services, { caller: ownerOf('race', 'cal'), input, origin })).rejects.toMatchObject({
    code: 'already-exists',
  });
  vi.restoreAllMocks();
  expect((await database.collection('users').where('email', '==', email).get()).size).toBe(0);
  expect((await claim.get()).get('ref')).toBe('dee');
});
