import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { mostToldEach } from '../jobs/told-once.ts';
import { recordsPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { deleteRecord, updateRecord } from '../write/change-record.ts';
import { runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

interface RowAt {
  readonly storage: StorageRow;
  readonly id: string;
}

const work = (importId: string, rows: number) => ({
  importId,
  digest: 'the same',
  rows,
  good: Array.from({ length: rows }, (_, i) => ({ row: i + 1, input: { fields: { username: `${importId}-${i}` }, password: undefined } })),
  errors: [],
});

test.each(['users', 'things'])(
  'one file that comes several times at once into %s is stored once, and each call tells of it',
  async (storageKey) => {
    const storage = await (await makeStorage(data.services, { storageKey }))();
    for (const importId of ['a', 'b', 'c']) {
      const reports = await Promise.all(
        [1, 2, 3].map(() => runImport(data.services, storage, { actor: 'tester', ...work(importId, 120) })),
      );
      for (const report of reports) expect(report).toMatchObject({ accepted: 120, rejected: 0, errors: [] });
    }
    expect(await data.services.store.count({ from: recordsPath(storage.id) })).toBe(360);
  },
);

test('receivers hear of each row of an import, which is named as the cause', async () => {
  const storage = await (await makeStorage(data.services, { receivers: ['r1'] }))();
  await runImport(data.services, storage, { actor: 'tester', ...work('told', mostToldEach + 20) });
  const { rows } = await data.services.store.deliveries.query({ where: [['endpointId', '==', 'r1']] });
  const events = rows.map((row) => JSON.parse(row.data.body) as { event: string; cause: object; record: { username: string } });
  expect(new Set(events.map(({ record }) => record.username)).size).toBe(mostToldEach + 20);
  for (const { event, cause } of events) expect([event, cause]).toEqual(['record.created', { kind: 'import', id: 'told' }]);
});

test('another file under the same id is refused, whatever became of the first', async () => {
  const storage = await (await makeStorage(data.services))();
  await runImport(data.services, storage, { actor: 'tester', ...work('a', 3) });
  await expect(runImport(data.services, storage, { actor: 'tester', ...work('a', 4), digest: 'another' })).rejects.toMatchObject({
    code: 'idempotency-mismatch',
  });
  expect(await data.services.store.count({ from: recordsPath(storage.id) })).toBe(3);
});

test.each([
  [
    'changes',
    (at: RowAt) => updateRecord(data.services, at.storage, { id: at.id, fields: { mine: true }, actor: 'ann' }),
    { deleted: 2, kept: 1 },
  ],
  ['goes', (at: RowAt) => deleteRecord(data.services, at.storage, { id: at.id, actor: 'ann' }), { deleted: 2, kept: 0 }],
])('a row that %s in the moment in which its import is taken back keeps no other one', async (_, meanwhile, done) => {
  const { store } = data.services;
  const storage = await (await makeStorage(data.services))();
  const importId = '0'.repeat(24);
  await runImport(data.services, storage, { actor: 'tester', ...work(importId, 3) });
  const { rows } = await store.query({ from: recordsPath(storage.id) });
  const transaction = store.transaction.bind(store);
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (...given) => {
    await meanwhile({ storage, id: rows[1]?.id ?? '' });
    return transaction(...given);
  });
  const undone = await undoImport(data.services, { storage, importId, options: { actor: 'tester', force: false } });
  expect(undone).toEqual(done);
  expect(await store.count({ from: recordsPath(storage.id) })).toBe(done.kept);
});
