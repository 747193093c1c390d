import type { Response } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { beforeEnd } from './before-end.ts';

afterEach(() => void vi.useRealTimers());

test('an answer waits three hundred milliseconds for what is done before it', async () => {
  vi.useFakeTimers();
  const end = vi.fn<(text: string) => void>();
  const res = { statusCode: 200, end } as unknown as Response; // what is used of it
  beforeEnd(res, () => new Promise(() => {}));
  res.end('done');
  await vi.advanceTimersByTimeAsync(299);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toHaveBeenCalledExactlyOnceWith('done');
});
