import { onlineManager, useMutation, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api/api-error.ts';
import { Providers } from './providers.tsx';

afterEach(() => onlineManager.setOnline(true));

const unanswered = () => Promise.reject(new ApiError({ code: 'network' }));

function Shop({ read }: { read: () => Promise<string> }) {
  const price = useQuery({ queryKey: ['price'], queryFn: read });
  const buy = useMutation({ mutationFn: unanswered });
  return (
    <>
      <p>{price.data ?? (price.isError ? 'No price' : 'Reading')}</p>
      <button type="button" onClick={() => buy.mutate()}>
        {buy.isError ? 'Failed' : 'Buy'}
      </button>
    </>
  );
}

test('a browser that is offline is told so at once, and reads again when it is back', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(); // reads that failed are logged
  onlineManager.setOnline(false);
  let isBack = false;
  render(
    <Providers>
      <Shop read={() => (isBack ? Promise.resolve('12 dollars') : unanswered())} />
    </Providers>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }));
  expect(await screen.findByRole('button', { name: 'Failed' })).toBeVisible();
  expect(await screen.findByText('No price')).toBeVisible();
  isBack = true;
  onlineManager.setOnline(true);
  expect(await screen.findByText('12 dollars')).toBeVisible();
});
