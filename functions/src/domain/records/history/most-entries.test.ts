import { expect, test } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { entriesDown } from './entries.ts';

test('ten thousand entries of one record are looked at, five hundred at a time', async () => {
  const asked: number[] = [];
  const later = Timestamp.fromMillis(2_000);
  const query = async ({ limit }: { limit: number }) => {
    const newest = 1_000_000 - asked.reduce((sum, n) => sum + n, 0);
    asked.push(limit);
    return {
      rows: Array.from({ length: limit }, (_, n) => ({ data: { rev: newest - n, at: Timestamp.fromMillis(1_000), expiresAt: later } })),
    };
  };
  const services = { now: () => 1_000, store: { in: () => ({ query }) } } as unknown as RecordServices; // what is read of them
  const storage = { id: 's1', data: {} } as StorageRow;
  expect(await entriesDown(services, storage, { key: 'r1', newest: 1_000_000, oldest: 1 })).toBeNull();
  expect(asked).toEqual(Array<number>(20).fill(500));
});
