import { expect, test } from 'vitest';
import { memoryFiles } from '../../../../test/data-services.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { readRange } from './read-range.ts';

const at = Timestamp.fromMillis(0);

/** The first object of a storage without end, each of whose records has a text so long, and how many each read asks for. */
async function firstObject(length: number) {
  let key = 0;
  let asked = 0;
  const limits: number[] = [];
  const row = () => ({
    id: String((key += 1)),
    data: { data: { text: 'x'.repeat(length) }, createdAt: at, updatedAt: at, createdBy: 'a' },
  });
  const query = async ({ limit }: { limit: number }) => {
    asked += 1;
    limits.push(limit);
    if (asked > 100) throw new Error('It does not end.');
    return { rows: Array.from({ length: limit }, row) };
  };
  const services = { files: memoryFiles(), store: { in: () => ({ query }) } } as unknown as RecordServices; // what is read
  const source = { storageId: 's', readTime: at, folder: 'f/', backupId: 'b' };
  const [first] = await readRange(services, { after: null, last: null } as Parameters<typeof readRange>[1], source);
  return { records: first?.records ?? 0, bytes: first?.bytes ?? 0, limits };
}

test('an object of a backup has at most five thousand records, and a few megabytes', async () => {
  const short = await firstObject(1);
  expect([short.records, Math.max(...short.limits)]).toEqual([5000, 500]);
  const { bytes } = await firstObject(500_000);
  expect(bytes).toBeGreaterThanOrEqual(8 * 1024 * 1024);
  expect(bytes).toBeLessThan(21 * 1024 * 1024);
  expect((await firstObject(100_000)).limits.slice(0, 2)).toEqual([20, 41]); // then four megabytes at once
});
