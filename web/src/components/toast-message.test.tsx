import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { useToast } from '../lib/toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));
const fade = 200;

let toast: ReturnType<typeof useToast>;
function Taker() {
  toast = useToast();
  return null;
}

function show(kind: 'success' | 'error', text: string) {
  render(
    <Providers>
      <Taker />
    </Providers>,
  );
  act(() => toast[kind](text));
}

test.each(['success', 'error'] as const)('S0-4-37 S1-9-04 a toast of kind %s closes by itself after three seconds', async (kind) => {
  show(kind, 'Something happened.');
  await pass(2900);
  expect(screen.getByText('Something happened.')).toBeInTheDocument();
  await pass(100);
  for (let step = 0; step < 10; step++) await pass(fade); // it fades, then its place closes
  expect(screen.queryByText('Something happened.')).toBeNull();
});

test('S1-4-23 a toast has its message, and success and error differ in icon and role', async () => {
  show('success', 'It worked.');
  act(() => toast.error('It did not.'));
  await pass(100);
  const [good, bad] = [screen.getByRole('status'), screen.getByRole('alert')];
  expect(good).toHaveTextContent('It worked.');
  expect(bad).toHaveTextContent('It did not.');
  const icon = (of: HTMLElement) => of.querySelector('[data-testid]')?.getAttribute('data-testid');
  expect(icon(good)).toBeTruthy();
  expect(icon(good)).not.toBe(icon(bad));
});
