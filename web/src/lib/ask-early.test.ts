import { expect, test, vi } from 'vitest';
import { answeredEarly, askEarly, askedEarly } from './ask-early.ts';

test('an early answer is taken once', async () => {
  void askEarly(['page', 1], () => Promise.resolve('first'));
  expect(askedEarly(['page', 2])).toBeUndefined();
  expect(await askedEarly(['page', 1])).toBe('first');
  expect(askedEarly(['page', 1])).toBeUndefined();
});

test('a failure reaches whoever takes the answer', async () => {
  void askEarly(['page', 1], () => Promise.reject(new Error('No network.')));
  await expect(askedEarly(['page', 1])).rejects.toThrow('No network.');
});

test('an answer whose page never came is forgotten', () => {
  vi.useFakeTimers();
  void askEarly(['page', 1], () => Promise.resolve('old'));
  vi.advanceTimersByTime(5000);
  expect(askedEarly(['page', 1])).toBeUndefined();
  vi.useRealTimers();
});

test('the page is drawn with an answer that is there soon', async () => {
  await askEarly(['page', 3], () => Promise.resolve('soon'));
  expect(answeredEarly(['page', 3])).toBe('soon');
  expect(await askedEarly(['page', 3])).toBe('soon');
  expect(answeredEarly(['page', 3])).toBeUndefined();
});

test('a slow answer is not waited for', async () => {
  vi.useFakeTimers();
  let answer: (value: string) => void = () => {};
  const asked = askEarly(['page', 4], () => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(150);
  await asked;
  expect(answeredEarly(['page', 4])).toBeUndefined();
  answer('late');
  expect(await askedEarly(['page', 4])).toBe('late');
  vi.useRealTimers();
});
