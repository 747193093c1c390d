import { expect, test } from 'vitest';
import type { Store } from '../../store/access.ts';
import { chunksOf } from './read-chunks.ts';

test('chunks of a log are read twenty at a time, and no more than are asked for', async () => {
  const asked: number[] = [];
  const query = async ({ limit }: { limit: number }) => {
    asked.push(limit);
    return { rows: Array.from({ length: limit }, (_, n) => ({ id: `07ybq9jer7gwwgkrnys${n % 10}`, data: { lines: {} } })) };
  };
  let chunks = 0;
  const store = { requestChunks: { query } } as unknown as Store; // what is used of it
  for await (const { lines } of chunksOf(store, 'p1', { from: 1, to: 2, most: 50 })) chunks += 1 + lines.length;
  expect([chunks, asked]).toEqual([50, [20, 20, 10]]);
});
