import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { createServices, type Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { describedAs, logActivity, whereFrom } from './activity-log.ts';
import { listActivity } from './list-activity.ts';
import { tallyActivity } from './tally-activity.ts';

const caller: Caller = {
  uid: 'ada',
  sid: 's1',
  role: 'admin',
  tenantId: 't1',
  projectId: null,
  owner: { uid: 'ada', name: 'Ada' },
  name: 'Ada',
  email: 'ada@example.test',
};
const entry = { tenantId: 't1', projectId: 'p1', userId: 'ada', adminId: 'ada' };
let data: Awaited<ReturnType<typeof startDataServices>>;
let services: Services;

beforeAll(async () => {
  data = await startDataServices();
  services = createServices({ records: data.services, config: { emulators: null } as unknown as Services['config'] });
  await databaseOf(services.store).doc('projects/p1').set({ tenantId: 't1', name: 'Shop', archivedAt: null });
});
afterAll(() => data?.stop());

async function rows() {
  return (await listActivity(services, { caller, projectId: 'p1', query: { page: 1, limit: 10 } })).data;
}

test('a row ends after a year', async () => {
  await logActivity(services, {
    ...entry,
    module: 'Users',
    activity: 'Add User',
    kind: 'memberAdded',
    values: { who: 'Ada', name: 'Bo', role: 'user' },
  });
  const { docs } = await databaseOf(services.store).collection('activity').get();
  for (const doc of docs) expect(doc.get('expiresAt').toMillis() - doc.get('createdAt').toMillis()).toBe(365 * 86_400_000);
  await Promise.all(docs.map(({ ref }) => ref.delete()));
});

test('a row has its code beside its English', async () => {
  const values = { who: 'Ada', name: 'Bo', role: 'developer', ...whereFrom({ ip: '203.0.113.7', userAgent: 'Firefox' }) };
  await logActivity(services, { ...entry, module: 'Users', activity: 'Add User', kind: 'memberAdded', values });
  const [row] = await rows();
  expect(row).toMatchObject({
    description: 'Ada added Bo as developer from 203.0.113.7 with Firefox.',
    kind: 'memberAdded',
    values: { who: 'Ada', name: 'Bo', role: 'developer', ip: '203.0.113.7', device: 'Firefox' },
  });
});

test('a browser whose name stands far behind in its user agent is told by that name', async () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.3485.66';
  const values = { who: 'Ada', ...whereFrom({ ip: '203.0.113.7', userAgent: edge }) };
  await logActivity(services, { ...entry, module: 'Authentication', activity: 'User Login', kind: 'loggedIn', values });
  expect((await rows())[0]).toMatchObject({ description: 'Ada logged in from 203.0.113.7 with Edge on Windows.' });
});

test('a row of a work in several calls counts in its code and in its English', async () => {
  const work = { ...entry, storageId: 's1', module: 'Storage Data', activity: 'Remove Storage Data', kind: 'recordsDeleted' } as const;
  const values = { who: 'Ada', name: 'Orders' };
  const log = await tallyActivity(services, { ...work, values, count: 1, log: undefined });
  expect((await rows())[0]).toMatchObject({ description: 'Ada deleted 1 record of Orders.', values: { ...values, count: 1 } });
  expect(await tallyActivity(services, { ...work, values, count: 2, log })).toBe(log);
  expect((await rows())[0]).toMatchObject({ description: 'Ada deleted 3 records of Orders.', values: { ...values, count: 3 } });
});

test('a row counts the work of its own person, project, storage and activity alone, whichever row a call names', async () => {
  const work = { ...entry, storageId: 's1', module: 'Storage Data', activity: 'Remove Storage Data', kind: 'recordsDeleted' } as const;
  const tally = (change: object, log: string | undefined) =>
    tallyActivity(services, { ...work, values: { who: 'Ada', name: 'Orders' }, count: 1, log, ...change });
  const log = (await tally({}, undefined)) ?? '';
  const counted = async () => (await databaseOf(services.store).doc(`activity/${log}`).get()).get('tally.count');
  for (const change of [{ userId: 'bob' }, { projectId: 'p2' }, { storageId: 's2' }, { activity: 'Download Storage Data' }])
    expect([change, await tally(change, log)]).not.toEqual([change, log]);
  for (const odd of ['../activity', 'a/b', '__x__', 'none']) expect(await tally({}, odd)).not.toBe(odd);
  expect(await counted()).toBe(1);
  expect(await tally({}, log)).toBe(log);
  expect(await counted()).toBe(2);
});

test('a row of version 0.1.0 keeps its sentence, and its work goes on with a code', async () => {
  const old = {
    ...entry,
    scope: 'p1',
    module: 'Storage Data',
    activity: 'Restore Storage Data',
    description: 'Ada restored 4 records of Orders.',
    tally: { storageId: 's1', count: 4 },
    createdAt: new Date(),
  };
  await databaseOf(services.store).doc('activity/0000000000000000old1').set(old);
  const [first] = await rows();
  expect(first).toMatchObject({ id: '0000000000000000old1', description: old.description });
  expect(first).not.toHaveProperty('kind');
  await tallyActivity(services, {
    ...entry,
    module: 'Storage Data',
    activity: 'Restore Storage Data',
    kind: 'recordsRestored',
    values: { who: 'Ada', name: 'Orders' },
    storageId: 's1',
    count: 1,
    log: '0000000000000000old1',
  });
  expect((await rows())[0]).toMatchObject({ description: 'Ada restored 5 records of Orders.', kind: 'recordsRestored' });
});

test('five hundred characters of a sentence, and of each value in it, are kept', async () => {
  const made = describedAs({ kind: 'memberAdded', values: { who: 'x'.repeat(600), name: 'Bo', role: 'user' } });
  expect([made.description.length, String(made.values['who']).length]).toEqual([500, 500]);
});
