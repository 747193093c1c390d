import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { opensDatabase } from './opens-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stub = (open: () => unknown) => vi.stubGlobal('indexedDB', { open });

test('a database that never opens is none after three seconds', async () => {
  stub(() => new EventTarget());
  const answer = opensDatabase();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await answer).toBe(false);
});

test('one that opens, or that is refused at once, is left to the SDK', async () => {
  const opening = Object.assign(new EventTarget(), { result: { close: () => undefined } });
  stub(() => opening);
  const answer = opensDatabase();
  opening.dispatchEvent(new Event('success'));
  expect(await answer).toBe(true);
  stub(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  expect(await opensDatabase()).toBe(true);
});
