import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormMessage } from './form-message.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));
const closing = 500;

// Covers S0-4-38
test('a success hides after two seconds', async () => {
  render(<FormMessage note={{ kind: 'success', text: 'Saved.' }} />);
  await pass(1990);
  expect(screen.getByText('Saved.')).toBeVisible();
  await pass(10);
  await pass(closing);
  expect(screen.queryByText('Saved.')).toBeNull();
});

test('a failure stays', async () => {
  render(<FormMessage note={{ kind: 'error', text: 'Not saved.' }} />);
  await pass(60_000);
  expect(screen.getByText('Not saved.')).toBeVisible();
});
