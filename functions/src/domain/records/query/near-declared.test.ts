import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { putRecord, updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const place = { lat: 52.5219, lng: 13.4132 };

const declare = (storageId: string, version: number, fields: StorageSchema['fields']) =>
  changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId },
    change: { version, state: 'learn', schema: StorageSchema.parse({ fields }) },
  });

/** Another instance's copy of the storage, from before the declaration. */
type Writing = (old: StorageRow, id: string) => Promise<unknown>;
const ways: Record<string, Writing> = {
  'a create': (old) => createRecords(api.services.records, old, { inputs: [{ place }], actor: 'a' }),
  'an update': (old, id) => updateRecord(api.services.records, old, { id, fields: { place }, actor: 'a' }),
  'an upsert': (old) => putRecord(api.services.records, old, { id: 'mine', fields: { place }, upsert: true, actor: 'a' }),
};

test.each([
  ['a create', {}],
  ['an update', {}],
  ['an upsert', {}],
  ['a create', { place: 'Berlin' }],
  ['an update', { place: 'Berlin' }],
  ['a create', { place: null }],
  ['an update', { place: null }],
  ['a create', { place: { lat: 1, lng: 1 } }],
  ['an update', { place: { lat: 1, lng: 1 } }],
  ['a create', { place: { lat: '1' } }],
  ['an update', { place: { lng: 5 } }],
])('the first place is found that %s of an instance stores which has not heard of its field, besides %j', async (way, first) => {
  const storage = await api.storage('shops');
  const [made] = await createRecords(api.services.records, await storage.read(), { inputs: [{ n: 1, ...first }], actor: 'a' });
  const old = await storage.read();
  await declare(storage.id, 0, { place: { type: 'geo' } });
  await ways[way]?.(old, made?.id ?? '');
  const near = async (row: StorageRow) =>
    (await list(api.services.records, row, parseListQuery('near=place(52.52,13.405,1km)'))).found.length;
  expect([await near(await storage.read()), await near(old)]).toEqual([1, 1]);
  const now = () => Date.now() + armingMillis;
  await runJobs({ ...api.services.records, now }, jobKinds, now() + 60_000);
  expect([await near(await storage.read()), await near(old)]).toEqual([1, 1]);
});

test('a place is equal to nothing and more than nothing: such a condition is refused, and null and texts in quotes are asked for', async () => {
  const storage = await api.storage('spots');
  await createRecords(api.services.records, await storage.read(), {
    inputs: [{ place }, { place: 'Berlin' }, { place: null }],
    actor: 'a',
  });
  await declare(storage.id, 0, { place: { type: 'geo' } });
  const found = async (query: string) => (await list(api.services.records, await storage.read(), parseListQuery(query))).found.length;
  for (const query of ['place=52.52,13.41', 'place!=Berlin', 'place>5', 'or=(place=5,n=1)'])
    await expect(found(query)).rejects.toMatchObject({ code: 'invalid-argument', message: expect.stringContaining('near=place(') });
  expect([await found('place="Berlin"'), await found('place=null'), await found('place!=null')]).toEqual([1, 1, 2]);
});
