import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/render-app.tsx';
import { delay, delayedThings, doDelayed, doLater } from './delayed.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  signInAs({ userId: 'u1' });
});
afterEach(() => void vi.useRealTimers());

const work = () => ({ about: ['r1'], run: vi.fn<() => Promise<void>>().mockResolvedValue() });

test('work is done after ten seconds, once, and until then it can be taken back', async () => {
  const [kept, taken] = [work(), work()];
  doLater(kept);
  expect(doLater(taken)()).toBe(true);
  await vi.advanceTimersByTimeAsync(delay - 1);
  expect(kept.run).not.toHaveBeenCalled();
  expect([...delayedThings()]).toEqual(['r1']);
  await vi.advanceTimersByTimeAsync(1);
  await doDelayed();
  expect(kept.run).toHaveBeenCalledOnce();
  expect(taken.run).not.toHaveBeenCalled();
  expect(delayedThings().size).toBe(0);
});

test('nothing is done in the name of another person', async () => {
  const asked = work();
  doLater(asked);
  signInAs({ userId: 'u2' });
  await doDelayed();
  expect(asked.run).not.toHaveBeenCalled();
  expect(delayedThings().size).toBe(0);
});
