import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { list } from '../query/list.ts';
import { aggregate } from './aggregate.ts';
import { parseAggregateQuery } from './aggregate-query.ts';

vi.mock('../query/list.ts');

const storage = { id: 's1', data: { fields: {}, profile: {} } } as unknown as StorageRow; // what is read of it

test('four hundred periods are counted of more records than are read', async () => {
  vi.mocked(list).mockResolvedValue({ total: 5_000, totalIsExact: true, found: [] } as unknown as Awaited<ReturnType<typeof list>>);
  const counted = (to: string) => {
    const query = parseAggregateQuery(`op=count&groupBy=day&dateFrom=2024-01-01&dateTo=${to}`, () => false);
    return aggregate({} as RecordServices, storage, query);
  };
  expect((await counted('2025-02-03')).data).toHaveLength(400);
  await expect(counted('2025-02-04')).rejects.toMatchObject({ code: 'query-too-broad' });
});

test.each([
  [1_000, 'counted'],
  [1_001, 'query-too-broad'],
])('where no index counts, a thousand records are read for totals: of %i they are %s', async (records, outcome) => {
  const found = Array.from({ length: records }, (_, n) => ({ id: `r${n}`, stored: {}, fields: { status: 'open' } }));
  const page = { total: records, totalIsExact: false, found, next: null };
  vi.mocked(list).mockResolvedValue(page as unknown as Awaited<ReturnType<typeof list>>);
  const query = parseAggregateQuery('op=count&groupBy=status', () => true);
  const counted = aggregate({} as RecordServices, storage, query).then(
    () => 'counted',
    (error: { code: string }) => error.code,
  );
  expect(await counted).toBe(outcome);
});
