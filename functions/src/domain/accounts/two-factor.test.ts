import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthWorld } from '../../../test/auth-world.ts';
import { checkCode } from './two-factor.ts';

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
