import { messages } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, startAuthWorld } from '../../../test/auth-world.ts';
import { challenges } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { mac } from '../../crypto/crypt.ts';
import type { Caller } from '../callers/caller.ts';
import { checkCode } from './two-factor.ts';
import { updateAccount } from './update-account.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());

const code = '123456';
/** As after a code was mailed. */
async function challenge(uid: string, { wrongInHour = 0 } = {}): Promise<void> {
  const { clock, config, store } = world.services;
  const at = (millis: number) => Timestamp.fromMillis(clock() + millis);
  await store.commit([
    challenges.set(uid, {
      challengeId: 'c',
      codeHash: mac(config.tokenPepper, 'two-factor', uid, 'c', code),
      sentAt: at(0),
      codeExpiresAt: at(600_000),
      wrong: 0,
      hourStart: at(-60_000),
      sentInHour: 1,
      wrongInHour,
      lockedUntil: null,
      expiresAt: at(7_200_000),
    }),
  ]);
}

test('a right code locks nothing, however many were wrong within the hour; a wrong one does', async () => {
  const locked = async () => (await world.services.store.challenges.get('ada'))?.data.lockedUntil;
  await challenge('ada', { wrongInHour: 10 });
  await checkCode(world.services, 'ada', code);
  expect(await locked()).toBeNull();
  await challenge('ada', { wrongInHour: 10 });
  await expect(checkCode(world.services, 'ada', '654321')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await locked()).not.toBeNull();
});

test('a wrong code in the settings is a wrong field and not the end of the session', async () => {
  await world.addAccount('t', { ben: 'admin' });
  await challenge('ben');
  const owner = { uid: 'ben', name: 'ben' };
  const caller: Caller = { ...owner, sid: 's', role: 'admin', tenantId: 't', projectId: null, owner, email: 'ben@example.test' };
  const change = updateAccount(world.services, caller, { is_enable_two_factor: true, twoFactorCode: '654321' }, origin);
  await expect(change).rejects.toMatchObject({
    code: 'invalid-argument',
    details: [{ field: 'twoFactorCode', message: messages.twoFactorWrong }],
  });
});
