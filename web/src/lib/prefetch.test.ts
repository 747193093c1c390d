import { expect, test, vi } from 'vitest';
import { peekPrefetched, prefetch, takePrefetched } from './prefetch.ts';

test('a prefetched answer is taken once', async () => {
  void prefetch(['page', 1], () => Promise.resolve('first'));
  expect(takePrefetched(['page', 2])).toBeUndefined();
  expect(await takePrefetched(['page', 1])).toBe('first');
  expect(takePrefetched(['page', 1])).toBeUndefined();
});

test('a failure reaches whoever takes the answer', async () => {
  void prefetch(['page', 1], () => Promise.reject(new Error('No network.')));
  await expect(takePrefetched(['page', 1])).rejects.toThrow('No network.');
});

test('an answer whose page never came is forgotten', () => {
  vi.useFakeTimers();
  void prefetch(['page', 1], () => Promise.resolve('old'));
  vi.setSystemTime(Date.now() - 3_600_000); // somebody sets the computer's clock
  vi.advanceTimersByTime(5000);
  expect(takePrefetched(['page', 1])).toBeUndefined();
  vi.useRealTimers();
});

test('the page is drawn with an answer that is there soon', async () => {
  await prefetch(['page', 3], () => Promise.resolve('soon'));
  expect(peekPrefetched(['page', 3])).toBe('soon');
  expect(await takePrefetched(['page', 3])).toBe('soon');
  expect(peekPrefetched(['page', 3])).toBeUndefined();
});

test('a slow answer is not waited for', async () => {
  vi.useFakeTimers();
  let answer: (value: string) => void = () => {};
  const asked = prefetch(['page', 4], () => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(150);
  await asked;
  expect(peekPrefetched(['page', 4])).toBeUndefined();
  answer('late');
  expect(await takePrefetched(['page', 4])).toBe('late');
  vi.useRealTimers();
});
