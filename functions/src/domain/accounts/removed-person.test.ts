import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import type { Services } from '../../services/services.ts';
import { newAuthToken } from '../mailed-links/auth-tokens.ts';
import { lockByOwner, unlockAccount } from './lock.ts';
import { resetPassword } from './reset-password.ts';
import { updateAccount } from './update-account.ts';
import { verifyAccount } from './verify.ts';

/** A person may be removed while a mailed link is under way. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());

type Kind = Parameters<typeof newAuthToken>[1]['kind'];
const links: [Kind, (services: Services, token: string) => Promise<unknown>][] = [
  ['verify', (services, token) => verifyAccount(services, token, origin)],
  ['unlock', (services, token) => unlockAccount(services, token, origin)],
  ['not-me', (services, token) => lockByOwner(services, token, origin)],
  ['reset', (services, token) => resetPassword(services, { token, reset: { password: rightPassword }, origin })],
];

test.each(links)('a link to %s of a person who is gone opens nothing and makes nobody', async (kind, open) => {
  const { services } = world;
  const { token, write } = newAuthToken(services, { kind, uid: `gone-${kind}` });
  await services.store.commit([write]);
  await expect(open(services, token)).rejects.toMatchObject({ code: 'not-found' });
  expect(await services.store.credentials.get(`gone-${kind}`)).toBeNull();
});

test('a session of a person who is gone changes nothing', async () => {
  const caller = ownerOf('t1', 'gone-session');
  await expect(updateAccount(world.services, { caller, change: { name: 'Back again' }, origin })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await world.services.store.users.get(caller.uid)).toBeNull();
});
