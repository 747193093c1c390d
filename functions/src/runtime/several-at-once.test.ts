import { expect, test } from 'vitest';
import { severalAtOnce } from './several-at-once.ts';

test('every item is worked on, never more at once than asked for', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await severalAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('what fails is thrown', async () => {
  const work = (item: number) => (item === 2 ? Promise.reject(new Error('no')) : Promise.resolve());
  await expect(severalAtOnce([1, 2, 3], 2, work)).rejects.toThrow('no');
});
