import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { ApiError } from './api/api-error.ts';
import { keepToast, useKeptToast, useToast } from './toast.ts';

function Page({ message }: { message?: string }) {
  const toast = useToast();
  useKeptToast();
  return <button onClick={() => toast.success(message ?? '')}>Save</button>;
}

test('a success that stands when the page is read again is shown once more', async () => {
  const { unmount } = render(<Page message="It is saved." />, { wrapper: Providers });
  screen.getByRole('button', { name: 'Save' }).click();
  keepToast();
  unmount();
  const second = render(<Page />, { wrapper: Providers });
  expect(await screen.findByText('It is saved.')).toBeVisible();
  second.unmount();
  render(<Page />, { wrapper: Providers });
  expect(screen.queryByText('It is saved.')).toBeNull();
});

function Failing({ error }: { error: ApiError }) {
  const toast = useToast();
  return <button onClick={() => toast.error('The data could not be read.', error)}>Read</button>;
}

test.each([
  [{ key: 'sessionEnded', values: {} } as const, 0],
  [{ key: 'notAllowed', values: {} } as const, 1],
])('a call that was refused as %j is told %d times: the login tells that a session has ended', async (text, count) => {
  const error = new ApiError({ code: 'unauthenticated', status: 401, serverMessage: 'No.', text });
  render(<Failing error={error} />, { wrapper: Providers });
  screen.getByRole('button', { name: 'Read' }).click();
  await act(() => new Promise((shown) => setTimeout(shown)));
  expect(screen.queryAllByText('The data could not be read.')).toHaveLength(count);
});
