import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { list } from '../query/list.ts';
import { selectMatching } from './select-matching.ts';

vi.mock('../query/list.ts');

test.each([
  ['all of them are known', null, false, 1],
  ['the indexes count them', 'more', true, 1],
  ['neither', 'more', false, 2],
])('records that a change means are counted once more only where nothing tells their number: %s', async (_, next, totalIsExact, lists) => {
  const page = { found: [], next, total: 1, totalIsExact };
  vi.mocked(list)
    .mockReset()
    .mockResolvedValue(page as unknown as Awaited<ReturnType<typeof list>>);
  const asked = { asked: {}, act: { query: {} } } as unknown as Parameters<typeof selectMatching>[2]; // what is read of it
  await selectMatching({} as RecordServices, {} as StorageRow, asked);
  expect(list).toHaveBeenCalledTimes(lists);
});
