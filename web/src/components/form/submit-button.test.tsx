import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SubmitButton } from './submit-button.tsx';

function Form({ send }: { send: () => Promise<unknown> }) {
  const save = useMutation({ mutationFn: send });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <SubmitButton busy={save.isPending}>Save</SubmitButton>
      <SubmitButton type="button" busy={save.isPending} onClick={() => save.mutate()}>
        Delete
      </SubmitButton>
    </form>
  );
}

test.each(['Save', 'Delete'])('two presses of %s before the button is drawn busy send once, and a later one again', async (name) => {
  const send = vi.fn<() => Promise<void>>(() => Promise.resolve());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form send={send} />
    </QueryClientProvider>,
  );
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

test('the button that was pressed has the focus again when the work is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form send={() => promise} />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: 'Delete' });
  button.focus();
  act(() => button.click());
  await waitFor(() => expect(button).toBeDisabled());
  button.blur(); // as browsers do with what is disabled; jsdom does not
  resolve();
  await waitFor(() => expect(button).toHaveFocus());
});
