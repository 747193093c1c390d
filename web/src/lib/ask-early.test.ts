import { expect, test, vi } from 'vitest';
import { askEarly, askedEarly } from './ask-early.ts';

test('an early answer is taken once', async () => {
  askEarly(['page', 1], () => Promise.resolve('first'));
  expect(askedEarly(['page', 2])).toBeUndefined();
  expect(await askedEarly(['page', 1])).toBe('first');
  expect(askedEarly(['page', 1])).toBeUndefined();
});

test('a failure reaches whoever takes the answer', async () => {
  askEarly(['page', 1], () => Promise.reject(new Error('No network.')));
  await expect(askedEarly(['page', 1])).rejects.toThrow('No network.');
});

test('an answer whose page never came is forgotten', () => {
  vi.useFakeTimers();
  askEarly(['page', 1], () => Promise.resolve('old'));
  vi.advanceTimersByTime(5000);
  expect(askedEarly(['page', 1])).toBeUndefined();
  vi.useRealTimers();
});
