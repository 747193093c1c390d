import { expect, test, vi } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('calls on one key go one after the other, also after a failure; another key does not wait', async () => {
  const inTurn = createKeyedMutex();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const calls = [
    inTurn('a', async () => {
      seen.push('a1');
      await first.promise;
      throw new Error('refused');
    }),
    inTurn('a', async () => seen.push('a2')),
    inTurn('a', async () => seen.push('a3')),
    inTurn('b', async () => seen.push('b1')),
  ];
  await calls[3];
  expect(seen).toEqual(['a1', 'b1']);
  first.resolve();
  await expect(calls[0]).rejects.toThrow('refused');
  await Promise.all(calls.slice(1));
  expect(seen).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('one that hangs holds the next for half a second', async () => {
  vi.useFakeTimers();
  try {
    const inTurn = createKeyedMutex();
    void inTurn('a', () => new Promise(() => {}));
    const next = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const done = inTurn('a', next);
    await vi.advanceTimersByTimeAsync(499);
    expect(next).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(next).toHaveBeenCalledOnce();
    await done;
  } finally {
    vi.useRealTimers();
  }
});
