import { expect, test, vi } from 'vitest';
import { lazily } from './lazily.ts';

test('a part is loaded with the first call that needs it, and only then', async () => {
  const load = vi.fn<() => Promise<object>>(async () => ({ part: 1 }));
  const part = lazily(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([part(), part()]);
  expect(await part()).toBe(first);
  expect(second).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
});
