import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Cell, CellDialog } from './cell-dialog.tsx';

const dialog = (cell: Cell | null) => <CellDialog cell={cell} notice="It was not stored." onClose={() => undefined} />;

test('while it fades it shows the value that was read', () => {
  const { rerender } = render(dialog({ id: 'a1', field: 'note', value: 'A long text', canEdit: false }));
  rerender(dialog(null));
  expect(screen.getByText('note')).toBeInTheDocument();
  expect(screen.getByText('A long text')).toBeInTheDocument();
  expect(screen.getByText('It was not stored.')).toBeInTheDocument();
});
