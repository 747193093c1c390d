import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { mostToldEach } from '../jobs/told-once.ts';
import { recordsPath } from '../model/paths.ts';
import { runImport } from './run-import.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

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
