import { StorageSchema } from '@bedplate/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { awayAt } from '../../../test/away.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { storageOfFirstForm } from '../../../test/first-form.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ErasureDocument } from '../../store/documents/erasure-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { useUp } from '../app-users/challenges.ts';
import { shownObject } from '../backups/shown-object.ts';
import { eraseOwn } from '../records/erasure/erase-own.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import type { Job } from '../records/jobs/job-kind.ts';
import { storageTotal } from '../records/query/storage-total.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { runImport } from '../records/transfer/run-import.ts';
import { removeUnchanged } from '../records/unique/settle-clash.ts';
import { updateRecord } from '../records/write/change-record.ts';
import { createRecords } from '../records/write/create-records.ts';
import { recordVisit } from '../visits/record-visit.ts';
import { leaveAlone } from '../webhooks/deliver-lane.ts';

/** Work that knows what to do about a race, and about that alone: any other error of the database comes out, so that it is told or tried again. */
let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.stop());

const by = { actor: 'tester' };
const aJob = (version = 0) => ({ id: 'j', data: { input: { version }, after: null } }) as unknown as Job; // what these kinds read of one
const rows = [1, 2].map((row) => ({ row, input: { fields: { n: row }, password: undefined } }));
const anImport = { importId: 'a', digest: 'd', rows: 2, good: rows, errors: [], ...by };

async function ruledStorage(schema: object) {
  const storage = await api.storage('ruled');
  const change = { version: 0, state: 'warn' as const, schema: StorageSchema.parse(schema) };
  const [record] = await createRecords(api.services.records, await storage.read(), { inputs: [{ sku: 'A' }], ...by });
  await changeSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, change });
  return { row: await storage.read(), id: record?.id ?? '' };
}

/** Each prepares what it needs. @returns the work, and which of its commits fails */
const works: Record<string, () => Promise<readonly [() => Promise<unknown>, number?]>> = {
  'to use up a challenge': async () => [() => useUp(api.services, 'c')],
  'to remove a claim': async () => [() => removeUnchanged(api.services.records, 'unique/a', Timestamp.now())],
  'to leave a receiver in peace': async () => [() => leaveAlone({ store: api.services.store, now: Date.now }, 'e', 1000)],
  'to claim stored values': async () => {
    const { row } = await ruledStorage({ fields: { sku: { type: 'text' } }, unique: [{ fields: ['sku'] }] });
    return [() => jobKinds.claimStored.page(api.services.records, row, aJob(row.data.schema?.version))];
  },
  'to index again': async () => {
    const { read } = await storageOfFirstForm(api.services.records, [{ n: '5' }]);
    const row = await read();
    return [() => jobKinds.reindex.page(api.services.records, row, aJob())];
  },
  'to note a count': async () => {
    const { read } = await api.storage('counted');
    const row = await read();
    const reader = { store: api.services.store, get: async () => null, count: async () => 5000 };
    return [() => storageTotal(reader as never, row, Date.now())];
  },
  'to note the view of a new visitor': async () => {
    const browser = {
      get: (name: string) => (name === 'User-Agent' ? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' : undefined),
    };
    return [() => recordVisit(api.services, { path: '/', ipAddress: '203.0.113.9' }, browser)];
  },
  'to change a record whose storage keeps totals': async () => {
    const { row, id } = await ruledStorage({ fields: { sku: { type: 'text' } }, totals: [{ by: ['sku'] }] });
    return [() => updateRecord(api.services.records, row, { id, fields: { sku: 'B' }, ...by })];
  },
  'to erase what is a user’s own': async () => {
    const row = await (await api.storage('owned')).read();
    const [record] = await createRecords(api.services.records, row, { inputs: [{ n: 1, userId: 'u9' }], ...by });
    await databaseOf(api.services.store).doc(`storages/${row.id}/records/${record?.id}`).update({ owner: 'u9' });
    const erasure = { projectId: 'p1', recordId: 'u9' } as ErasureDocument;
    return [() => eraseOwn(api.services.records, erasure, Number.POSITIVE_INFINITY)];
  },
  'to store an import': async () => {
    const row = await (await api.storage('imported')).read();
    return [() => runImport(api.services.records, row, anImport), 2];
  },
};

test.each(Object.entries(works))('%s fails with the database', async (_, prepare) => {
  const [work, nth] = await prepare();
  const away = awayAt(api.services.store, nth);
  await expect(work()).rejects.toBe(away);
});

test('an import ends at a refusal that is not about its rows', async () => {
  const row = await (await api.storage('refusing')).read();
  const refusal = awayAt(api.services.store, 2, new ApiError('unavailable', 'Later.'));
  await expect(runImport(api.services.records, row, anImport)).rejects.toBe(refusal);
  expect((await databaseOf(api.services.store).collection(`storages/${row.id}/records`).get()).size).toBe(0);
});

test('an erasure ends at a refusal that is not about a reference', async () => {
  const row = await (await api.storage('refused')).read();
  await createRecords(api.services.records, row, { inputs: [{ n: 1, userId: 'u8' }], ...by });
  const refusal = new ApiError('unavailable', 'Later.');
  const { store } = api.services.records;
  for (const name of ['commit', 'transaction', 'optimistic'] as const) vi.spyOn(store, name).mockRejectedValueOnce(refusal);
  const erasure = { projectId: 'p1', recordId: 'u8' } as ErasureDocument;
  await expect(eraseOwn(api.services.records, erasure, Number.POSITIVE_INFINITY)).rejects.toBe(refusal);
});

test('an object of a backup that cannot be read now is not told as damaged', async () => {
  const away = new Error('The bucket is away.');
  const files = { read: () => Promise.reject(away) };
  const backup = { id: 'b', data: { tenantId: 't1', projectId: 'p1' } };
  await expect(shownObject({ records: { ...api.services.records, files } } as never, backup as never, 'b/o.ndjson.gz')).rejects.toBe(away);
});

test('a value that others claim and give up five times is refused as taken', async () => {
  const { row } = await ruledStorage({ fields: { sku: { type: 'text' } }, unique: [{ fields: ['sku'] }] });
  const { store } = api.services.records;
  const commit = store.commit.bind(store);
  const claimed = Object.assign(new Error('It is there.'), { code: 6 });
  let tried = 0;
  vi.spyOn(store, 'commit').mockImplementation((writes) => {
    tried += 1;
    return tried <= 5 ? Promise.reject(claimed) : commit(writes);
  });
  const created = createRecords(api.services.records, row, { inputs: [{ sku: 'B' }], ...by });
  await expect(created).rejects.toMatchObject({ code: 'already-exists', details: [{ field: 'sku' }] });
  expect(tried).toBe(5);
});
