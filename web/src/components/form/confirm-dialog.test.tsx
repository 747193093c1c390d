import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

const dialog = (name: string | null) => (
  <ConfirmDialog
    open={name !== null}
    title={`Remove ${name ?? ''}?`}
    keep="Keep"
    confirm="Remove"
    busy={false}
    error={name && `${name} is locked.`}
    onKeep={() => undefined}
    onConfirm={() => undefined}
  >
    {`Nobody can use ${name ?? ''} any more.`}
  </ConfirmDialog>
);

test('while it fades it says what it was about, and of another object what belongs to that', () => {
  const { rerender } = render(dialog('Orders'));
  rerender(dialog(null));
  expect(screen.getByText('Remove Orders?')).toBeInTheDocument();
  expect(screen.getByText('Nobody can use Orders any more.')).toBeInTheDocument();
  expect(screen.getByText('Orders is locked.')).toBeInTheDocument();
  rerender(dialog('People'));
  expect(screen.getByText('Remove People?')).toBeInTheDocument();
});
