import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { openDialog, PageDialogs } from './page-dialogs.tsx';

function Row() {
  return (
    <button
      type="button"
      onClick={() =>
        openDialog((onClose) => (
          <dialog open aria-label="Delete Orders">
            <input aria-label="Name" />
            <button type="button" onClick={onClose}>
              Close
            </button>
          </dialog>
        ))
      }
    >
      Delete
    </button>
  );
}

const page = (hasRow: boolean) => (
  <MemoryRouter>
    {hasRow && <Row />}
    <PageDialogs />
  </MemoryRouter>
);

test('a dialog and what is typed in it outlast the row that opened it', async () => {
  const user = userEvent.setup();
  const { rerender } = render(page(true));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.type(screen.getByLabelText('Name'), 'Ord');
  rerender(page(false)); // others have recovered it
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveValue('Ord');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
