import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCountdown } from './use-countdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([3_600_000, -3_600_000])('a clock that is set by %i ms meanwhile neither ends nor prolongs it', async (jump) => {
  const { result } = renderHook(() => useCountdown(60_000));
  const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));
  await pass(20_000);
  vi.setSystemTime(Date.now() + jump);
  await pass(20_000);
  expect(result.current.seconds).toBe(20);
  act(() => result.current.restart());
  expect(result.current.seconds).toBe(60);
  await pass(60_000);
  expect(result.current.seconds).toBe(0);
});
