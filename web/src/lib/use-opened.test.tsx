import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOpened } from './use-opened.ts';

function Menu({ open }: { open: boolean }) {
  const opened = useOpened(open);
  return opened ? <p>{open ? 'open' : 'closed'}</p> : null;
}

test('is drawn from its first opening on', () => {
  const { container, rerender } = render(<Menu open={false} />);
  expect(container.textContent).toBe('');
  rerender(<Menu open />);
  screen.getByText('open');
  rerender(<Menu open={false} />);
  screen.getByText('closed');
});
