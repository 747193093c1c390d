import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SubmitButton } from './submit-button.tsx';

afterEach(() => vi.useRealTimers());

function Form({ send }: { send: () => Promise<unknown> }) {
  const save = useMutation({ mutationFn: send });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <input aria-label="Name" />
      <SubmitButton busy={save.isPending}>Save</SubmitButton>
      <SubmitButton type="button" busy={save.isPending} onClick={() => save.mutate()}>
        Delete
      </SubmitButton>
    </form>
  );
}

test.each(['Save', 'Delete'])('two presses of %s before the button is drawn busy send once, and a later one again', async (name) => {
  const send = vi.fn<() => Promise<void>>(() => Promise.resolve());
  renderForm(send);
  const button = screen.getByRole('button', { name });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(send).toHaveBeenCalled());
  await waitFor(() => expect(button).toBeEnabled());
  expect(send).toHaveBeenCalledTimes(1);
  act(() => button.click());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});

function renderForm(send: () => Promise<unknown>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form send={send} />
    </QueryClientProvider>,
  );
  return screen.getByRole('button', { name: 'Save' });
}

test('a second press is none as long as the first may still report that it is busy', async () => {
  vi.useFakeTimers();
  const send = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  const button = renderForm(send);
  button.click();
  vi.advanceTimersToNextTimer();
  button.click();
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(send).toHaveBeenCalledOnce();
});

test('a press after a change counts, although no timer has run since the last one', async () => {
  vi.useFakeTimers();
  const send = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  const button = renderForm(send);
  button.click();
  fireEvent.input(screen.getByLabelText('Name'));
  button.click();
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(send).toHaveBeenCalledTimes(2);
});

test('the button that was pressed has the focus again when the work is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  renderForm(() => promise);
  const button = screen.getByRole('button', { name: 'Delete' });
  button.focus();
  act(() => button.click());
  await waitFor(() => expect(button).toBeDisabled());
  button.blur(); // as browsers do with what is disabled; jsdom does not
  resolve();
  await waitFor(() => expect(button).toHaveFocus());
});
