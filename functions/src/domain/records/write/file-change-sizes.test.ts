import { expect, test } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Store } from '../../../store/access.ts';
import { fileChanges, sweepFileChanges } from './file-changes.ts';

test('one document names five hundred files, whosever they are', () => {
  const services = { makeId: () => ({ id: 'c1' }), now: () => 0 } as unknown as RecordServices; // what is read of them
  const record = (key: string, files: number) => ({
    storageId: 's1',
    key,
    files: Array.from({ length: files }, (_, n) => ({ path: `${key}${n}` })),
  });
  const writes = fileChanges(services, [record('a', 300), record('b', 201), record('c', 1_200)] as Parameters<typeof fileChanges>[1]);
  const sizes = writes.map((write) =>
    (write as unknown as { data: { records: { files: unknown[] }[] } }).data.records.reduce((sum, { files }) => sum + files.length, 0),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_701);
  expect(Math.max(...sizes)).toBe(500);
});

test('a run looks at a hundred documents', async () => {
  const asked: unknown[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const services = { now: () => 0, store: { query } as unknown as Store } as Parameters<typeof sweepFileChanges>[0];
  await sweepFileChanges(services);
  expect(asked).toEqual([100]);
});
