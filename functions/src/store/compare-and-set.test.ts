import { expect, test, vi } from 'vitest';
import { optimistically } from './compare-and-set.ts';

test('who is slower than others 25 times is told so', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0); // no pauses
  const changed = Object.assign(new Error('changed meanwhile'), { code: 9 });
  let made = 0;
  const attempt = async () => {
    made += 1;
    if (made <= 25) throw changed;
    return 'written';
  };
  await expect(optimistically(attempt)).rejects.toBe(changed);
  expect(made).toBe(25);
});
