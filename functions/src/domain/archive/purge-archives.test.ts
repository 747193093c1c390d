import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { databaseOf, makeStorage } from '../../../test/data-services.ts';
import { startAuthWorld } from '../../../test/auth-world.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { setPurgeArchives } from './keep-archives.ts';
import { purgeArchives } from './purge-archives.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;
const database = () => databaseOf(world.services.store);
const day = 24 * 3600_000;
const start = Date.now();
const on = (days: number) => Object.create(world.services, { clock: { value: () => start + days * day } }) as Services;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());

/** @param days how long it has been in the archive */
async function archived(tenantId: string, storageName: string, days: number): Promise<string> {
  const at = Timestamp.fromMillis(start - days * day);
  const change = { tenantId, projectId: `of-${tenantId}`, storageKey: storageName, storageName, archived: true, archivedAt: at };
  return (await (await makeStorage(world.services.records, change))()).id;
}
const isThere = async (path: string) => (await database().doc(path).get()).exists;

test('what is older than 30 days goes a week after its mail, where the account says so; the rest stays', async () => {
  await world.addAccount('keeps', { ken: 'admin' });
  await world.addAccount('purges', { pam: 'admin', dev: 'developer' });
  const kept = await archived('keeps', 'kept', 90);
  const [old, recovered, young] = [
    await archived('purges', 'old', 90),
    await archived('purges', 'recovered', 60),
    await archived('purges', 'young', 2),
  ];
  const projectAt = Timestamp.fromMillis(start - 40 * day);
  await database().doc('projects/gone').set({ tenantId: 'purges', name: 'Old shop', archivedAt: projectAt, createdAt: projectAt });
  await setPurgeArchives(on(0), ownerOf('purges', 'pam'), { purgeArchives: true });
  await purgeArchives(on(0));
  await purgeArchives(on(0.1));
  expect(world.mails.map(({ to }) => to)).toEqual(['pam@example.test']);
  for (const name of ['old', 'recovered', 'Old shop']) expect(world.mails[0]?.text).toContain(`“${name}”`);
  expect(world.mails[0]?.text).not.toContain('young');
  expect(world.mails[0]?.text).toContain(new Date(start + 7 * day).toISOString().slice(0, 10));

  await purgeArchives(on(6.9));
  expect([await isThere(`storages/${old}`), await isThere('projects/gone')]).toEqual([true, true]);
  // Recovered, and archived again: its 30 days begin again.
  await database()
    .doc(`storages/${recovered}`)
    .update({ archivedAt: Timestamp.fromMillis(start + 6 * day) });
  await purgeArchives(on(7.1));
  expect([await isThere(`storages/${old}`), await isThere(`purges/${old}`), await isThere('projects/gone')]).toEqual([false, true, false]);
  for (const id of [recovered, young, kept]) expect(await isThere(`storages/${id}`)).toBe(true);
  expect(world.mails).toHaveLength(1);

  await purgeArchives(on(21));
  expect(world.mails).toHaveLength(2);
  expect(world.mails[1]?.text).toContain('“young”');
  await setPurgeArchives(on(22), ownerOf('purges', 'pam'), { purgeArchives: false });
  await purgeArchives(on(40));
  await setPurgeArchives(on(41), ownerOf('purges', 'pam'), { purgeArchives: true });
  await purgeArchives(on(41.1));
  expect(await isThere(`storages/${young}`)).toBe(true);
  expect(world.mails).toHaveLength(3);
  await purgeArchives(on(48.2));
  expect(await isThere(`storages/${young}`)).toBe(false);
  expect(await isThere(`storages/${kept}`)).toBe(true);
});

test('a mail names fifty of an archive, and tells how many more there are', async () => {
  await world.addAccount('many', { mia: 'admin' });
  await Promise.all(Array.from({ length: 53 }, (_, at) => archived('many', `many${at}`, 90)));
  await setPurgeArchives(on(49), ownerOf('many', 'mia'), { purgeArchives: true });
  await purgeArchives(on(49));
  const { text = '' } = world.mails.find(({ to }) => to === 'mia@example.test') ?? {};
  expect(text.match(/“many\d+”/g)).toHaveLength(50);
  expect(text).toMatch(/\b3 more\b/);
  await setPurgeArchives(on(49), ownerOf('many', 'mia'), { purgeArchives: false });
});

test('a long archive keeps back neither the mail nor the archive of another account', async () => {
  for (const [tenantId, admin, count] of [
    ['long', 'lea', 30],
    ['short', 'sam', 1],
  ] as const) {
    await world.addAccount(tenantId, { [admin]: 'admin' });
    for (let at = 0; at < count; at += 1) await archived(tenantId, `${tenantId}${at}`, 90);
    await setPurgeArchives(on(50), ownerOf(tenantId, admin), { purgeArchives: true });
  }
  await purgeArchives(on(50));
  await archived('long', 'later', 90);
  // Each look at the clock takes two seconds.
  let now = start + 58 * day;
  const { rows } = await world.services.store.tenants.query({ where: [['purgeArchives', '==', true]] });
  const at = rows.findIndex(({ id }) => id === 'long');
  while ((now + 4_000) % rows.length !== at) now += 1; // the long one has the first turn
  const ticking = Object.create(world.services, { clock: { value: () => (now += 2_000) } }) as Services;
  const left = async (tenantId: string) => (await database().collection('storages').where('tenantId', '==', tenantId).get()).size;
  await purgeArchives(ticking, 120_000);
  expect(await left('short')).toBe(0);
  expect(await left('long')).toBeGreaterThan(1);
  expect(world.mails.at(-1)).toMatchObject({ to: 'lea@example.test', text: expect.stringContaining('“later”') });
  for (let run = 0; run < 20; run += 1) await purgeArchives(ticking, 60_000);
  expect(await left('long')).toBe(1);
});
