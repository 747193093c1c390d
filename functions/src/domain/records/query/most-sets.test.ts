import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { setsOf } from './bound-query.ts';
import { listUnited } from './list-united.ts';
import { planningOf } from './planning-of.ts';

vi.mock('./bound-query.ts');
vi.mock('./planning-of.ts');

test('a thousand sets of conditions are planned, more are too broad', async () => {
  const united = { query: {}, reader: {}, place: {} } as unknown as Parameters<typeof listUnited>[2]; // what is read of it
  const sets = (count: number) => vi.mocked(setsOf).mockReturnValue(Array.from({ length: count }, () => []) as ReturnType<typeof setsOf>);
  vi.mocked(planningOf).mockReturnValue(null);
  const asked = () => listUnited({} as RecordServices, {} as StorageRow, united);
  sets(1_001);
  await expect(asked()).rejects.toMatchObject({ code: 'query-too-broad' });
  expect(planningOf).not.toHaveBeenCalled();
  sets(1_000);
  await asked();
  expect(planningOf).toHaveBeenCalledTimes(1_000);
});
