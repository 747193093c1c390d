import { expect, test } from 'vitest';
import type { StorageRow } from '../model/storage-row.ts';
import { partPath } from './kept-totals.ts';

test('the writes of a total spread over 32 documents, however many shards a storage has', () => {
  const storage = { id: 's1', data: { shards: Array.from({ length: 40 }, (_, n) => `${n}`) } } as unknown as StorageRow; // what is read of it
  const parts = new Set(Array.from({ length: 3_000 }, () => partPath(storage, 't1')));
  expect(parts.size).toBe(32);
});
