import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Providers } from '../app/providers.tsx';
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
