import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { recordsById } from './records-by-id.ts';
import { streamRecords } from './stream-records.ts';

vi.mock('../model/record-ids.ts', () => ({ keysOfRecords: async (_: unknown, __: unknown, ids: string[]) => ids }));

test('of a storage four hundred records are in memory at a time', async () => {
  const asked: unknown[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const services = { store: { query } } as unknown as RecordServices; // what is read of them
  for await (const rows of streamRecords(services, 's1', {})) expect(rows).toEqual([]);
  expect(asked).toEqual([400]);
});

test('of a selection two hundred records are read at a time', async () => {
  const sizes: number[] = [];
  const getAll = async (paths: string[]) => {
    sizes.push(paths.length);
    return paths.map(() => null);
  };
  const services = { store: { getAll }, files: {} } as unknown as RecordServices; // what is read of them
  const ids = Array.from({ length: 450 }, (_, n) => `r${n}`);
  for await (const rows of recordsById(services, { id: 's1', data: {} } as StorageRow, ids)) expect(rows).toEqual([]);
  expect(sizes).toEqual([200, 200, 200, 200, 50, 50]);
});
