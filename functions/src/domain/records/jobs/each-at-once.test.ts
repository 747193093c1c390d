import { expect, test } from 'vitest';
import { eachAtOnce } from './each-at-once.ts';

test('so many items are worked on at a time, and their results stand in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const double = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    return 2 * item;
  };
  expect(await eachAtOnce([1, 2, 3, 4, 5], 2, double)).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});

test('after a failure nothing further is begun', async () => {
  const begun: number[] = [];
  const work = (item: number) => {
    begun.push(item);
    return item === 2 ? Promise.reject(new Error('two')) : new Promise<void>((done) => setImmediate(done));
  };
  await expect(eachAtOnce([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('two');
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => setImmediate(done));
  expect(begun.length).toBeLessThan(6);
});
