import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { ApiError } from '../lib/api/api-error.ts';
import { useToast } from '../lib/toast.ts';
import { signInAs } from '../testing/render-app.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));
const fade = 200;

type Kind = 'success' | 'error';

function Buttons() {
  const toast = useToast();
  return (['success', 'error'] as const).map((kind) => (
    <button key={kind} type="button" onClick={() => toast[kind](`It is a ${kind}.`)}>
      {kind}
    </button>
  ));
}

function show(...kinds: Kind[]) {
  render(
    <Providers>
      <Buttons />
    </Providers>,
  );
  for (const kind of kinds) fireEvent.click(screen.getByRole('button', { name: kind }));
}

// Covers S0-4-37, S1-9-04
test.each(['success', 'error'] as const)('a toast of kind %s closes by itself after three seconds', async (kind) => {
  show(kind);
  await pass(2900);
  expect(screen.getByText(`It is a ${kind}.`)).toBeInTheDocument();
  await pass(100);
  for (let step = 0; step < 10; step++) await pass(fade); // it fades, then its place closes
  expect(screen.queryByText(`It is a ${kind}.`)).toBeNull();
});

// Covers S1-4-23
test('a toast has its message, and success and error differ in icon and role', async () => {
  show('success', 'error');
  await pass(100);
  const [good, bad] = [screen.getByRole('status'), screen.getByRole('alert')];
  expect(good).toHaveTextContent('It is a success.');
  expect(bad).toHaveTextContent('It is a error.');
  const icon = (of: HTMLElement) => of.querySelector('[data-testid]')?.getAttribute('data-testid');
  expect(icon(good)).toBeTruthy();
  expect(icon(good)).not.toBe(icon(bad));
});

function Refused({ error }: { error: unknown }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast.error('Refused.', error)}>
      refuse
    </button>
  );
}

const refused = new ApiError({ code: 'conflict', status: 409, requestId: 'r-1', projectId: 'p 1' });
test.each([
  ['a refusal of a project', refused, {}, '/project/p%201/requests?id=r-1'],
  ['a refusal of no project', new ApiError({ code: 'conflict', status: 409, requestId: 'r-1' }), {}, null],
  ['a call without an answer', new ApiError({ code: 'network', projectId: 'p1' }), {}, null],
  ['whoever may not read the log', refused, { role: 'manager' as const }, null],
  ['something else that failed', new Error('x'), {}, null],
])('the toast of an error leads to its line in the request log: %s', async (_, error, person, path) => {
  signInAs(person);
  render(
    <Providers>
      <Refused error={error} />
    </Providers>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'refuse' }));
  await pass(100);
  expect(screen.getByRole('alert')).toHaveTextContent('Refused.');
  expect(screen.queryByRole('link', { name: 'See the call' })?.getAttribute('href') ?? null).toBe(path);
});
