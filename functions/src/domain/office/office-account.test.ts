import { type TenantLimits, tenantLimitNames } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccountOf, staff, startOfficeWorld } from '../../../test/office-world.ts';
import { readAccount, setLimits } from './office-account.ts';

let world: Awaited<ReturnType<typeof startOfficeWorld>>;

beforeAll(async () => {
  world = await startOfficeWorld();
  await world.add(anAccountOf(world.services, 1));
});
afterAll(() => world?.stop());

const tenantId = 'tenant001';
const none = Object.fromEntries(tenantLimitNames.map((name) => [name, null])) as TenantLimits; // one entry for each name
const limitsNow = async () => (await readAccount(world.services, tenantId)).limits;

test('of two staff with the limits of one account open, the change of each stands', async () => {
  await setLimits(world.services, { caller: staff, tenantId, limits: { ...none, members: 3, changed: ['members'] } });
  await setLimits(world.services, { caller: staff, tenantId, limits: { ...none, projects: 7, changed: ['projects'] } });
  expect(await limitsNow()).toEqual({ ...none, members: 3, projects: 7 });
});

test('without word of what was changed, all limits are set', async () => {
  await setLimits(world.services, { caller: staff, tenantId, limits: { ...none, creditsPerMonth: 100 } });
  expect(await limitsNow()).toEqual({ ...none, creditsPerMonth: 100 });
});
