import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, startAuthWorld } from '../../../test/auth-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { checkCode, sendCode } from './two-factor.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());

const code = '123456';
const challenge = (uid: string, { wrongInHour = 0 } = {}) => world.mailedCode(uid, code, wrongInHour);

test('a right code locks nothing, however many were wrong within the hour; a wrong one does', async () => {
  const locked = async () => (await world.services.store.challenges.get('ada'))?.data.lockedUntil;
  await challenge('ada', { wrongInHour: 10 });
  await checkCode(world.services, 'ada', code);
  expect(await locked()).toBeNull();
  await challenge('ada', { wrongInHour: 10 });
  await expect(checkCode(world.services, 'ada', '654321')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await locked()).not.toBeNull();
});

test('after a code too many the right one does not help, and none is mailed that would end the lock', async () => {
  const cat = { uid: 'cat', name: 'Cat', email: 'cat@example.test' };
  await challenge('cat', { wrongInHour: 9 });
  await databaseOf(world.services.store)
    .doc('challenges/cat')
    .update({ sentAt: new Date(Date.now() - 120_000) }); // a code a minute
  await expect(checkCode(world.services, 'cat', '654321')).rejects.toMatchObject({ code: 'unauthenticated' });
  const right = () => checkCode(world.services, 'cat', code);
  for (const attempt of [right, () => sendCode(world.services, cat, origin), right])
    await expect(attempt()).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(world.mails).toEqual([]);
});

test('a sixth code within the hour is refused until the hour is over, and none is mailed', async () => {
  const ben = { uid: 'ben', name: 'Ben', email: 'ben@example.test' };
  await challenge('ben');
  const sent = (hourStart: number) =>
    databaseOf(world.services.store)
      .doc('challenges/ben')
      .update({ codeHash: null, sentInHour: 5, hourStart: new Date(Date.now() - hourStart) });
  await sent(59 * 60_000);
  await expect(sendCode(world.services, ben, origin)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(world.mails).toEqual([]);
  await sent(61 * 60_000);
  await sendCode(world.services, ben, origin);
  expect(world.mails).toHaveLength(1);
});
