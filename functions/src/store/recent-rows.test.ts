import { expect, test } from 'vitest';
import { createInstanceMemory } from '../memory/instance-memory.ts';
import { createRecentRows, type RecentRow } from './recent-rows.ts';

test('a row of 4,096 characters is remembered for five seconds, a longer one is not', () => {
  let now = 1;
  const rows = createRecentRows(createInstanceMemory({ now: () => now, isOff: false }));
  const row = (path: string, characters: number) =>
    ({ row: { path, data: { text: 'x'.repeat(characters - '{"text":""}'.length) } }, select: [] }) as unknown as RecentRow;
  rows.keepRead(row('whole', 4_096));
  rows.keepRead(row('old', 100));
  rows.keepRead(row('long', 4_097));
  expect([rows.take('whole') !== undefined, rows.take('long')]).toEqual([true, undefined]);
  now += 5_001;
  expect(rows.take('old')).toBeUndefined();
});
