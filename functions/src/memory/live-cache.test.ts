import { expect, test } from 'vitest';
import { createLiveCache } from './live-cache.ts';

test('a cache keeps a thousand values, and listens to three hundred of them', async () => {
  let [listening, at] = [0, 0];
  const cache = createLiveCache<string>(
    (path, onChange) => {
      listening += 1;
      queueMicrotask(() => onChange(path));
      return () => void (listening -= 1);
    },
    () => at,
  );
  for (let n = 0; n <= 1_000; n += 1) {
    at += 1;
    await cache.get(`v${n}`);
  }
  expect(listening).toBe(300);
  expect([cache.knows('v0'), cache.knows('v1')]).toEqual([false, true]);
  cache.close();
});
