import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { list } from '../query/list.ts';
import { aggregate } from './aggregate.ts';
import { parseAggregateQuery } from './aggregate-query.ts';

vi.mock('../query/list.ts');

test('four hundred periods are counted of more records than are read', async () => {
  vi.mocked(list).mockResolvedValue({ total: 5_000, totalIsExact: true, found: [] } as unknown as Awaited<ReturnType<typeof list>>);
  const storage = { id: 's1', data: { fields: {}, profile: {} } } as unknown as StorageRow; // what is read of it
  const counted = (to: string) => {
    const query = parseAggregateQuery(`op=count&groupBy=day&dateFrom=2024-01-01&dateTo=${to}`, () => false);
    return aggregate({} as RecordServices, storage, query);
  };
  expect((await counted('2025-02-03')).data).toHaveLength(400);
  await expect(counted('2025-02-04')).rejects.toMatchObject({ code: 'query-too-broad' });
});
