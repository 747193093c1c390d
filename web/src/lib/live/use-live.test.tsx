import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveSubscriptions } from './live-registry.ts';
import { useLiveInvalidation } from './use-live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(followers = 1) {
  const client = new QueryClient();
  const read = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: React.ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const hooks = Array.from({ length: followers }, () =>
    renderHook(() => useLiveInvalidation({ path: 'activity' }, ['activity', 't1']), { wrapper }),
  );
  const told = { first: false, docs: [], changed: ['a'] };
  const change = () => act(() => liveSubscriptions().forEach(({ onSnapshot }) => void onSnapshot(told)));
  return { read, change, unmount: () => hooks.pop()?.unmount() };
}

test('changes at once cause one read of that list', () => {
  const { read, change } = follow();
  change();
  change();
  vi.advanceTimersByTime(10_000);
  expect(read.mock.calls).toEqual([[{ queryKey: ['activity', 't1'] }]]);
});

test('a list is read under changes that never pause, less and less often', () => {
  const { read, change } = follow();
  for (let i = 0; i < 400; i++) {
    change();
    vi.advanceTimersByTime(50);
  }
  expect(read.mock.calls.length).toBeGreaterThan(5);
  expect(read.mock.calls.length).toBeLessThan(10);
});

test('parts of a page that follow the same list read it once, also after one of them has left', () => {
  const { read, change, unmount } = follow(2);
  change();
  vi.advanceTimersByTime(10_000);
  expect(read).toHaveBeenCalledTimes(1);
  change();
  unmount();
  vi.advanceTimersByTime(10_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a page that was left reads nothing more', () => {
  const { read, change, unmount } = follow();
  change();
  unmount();
  vi.advanceTimersByTime(10_000);
  expect(read).not.toHaveBeenCalled();
});
