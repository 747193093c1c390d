import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LoadingBlock } from '../loading-block.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

const dialog = (loading: boolean) => (
  <FormDialog title="Upgrade" onClose={() => undefined} onSubmit={() => undefined} actions={null}>
    {loading ? <LoadingBlock height={20} /> : <Field label="Plan" />}
    <Field label="Promo code" />
  </FormDialog>
);

test('the focus waits for a field that is still loading, and is not in the one after it', async () => {
  const { rerender } = render(dialog(true));
  expect(screen.getByLabelText('Promo code')).not.toHaveFocus();
  rerender(dialog(false));
  await waitFor(() => expect(screen.getByLabelText('Plan')).toHaveFocus());
});

test('who has gone to a field meanwhile stays there', async () => {
  const { rerender } = render(dialog(true));
  await userEvent.click(screen.getByLabelText('Promo code'));
  rerender(dialog(false));
  await Promise.resolve();
  expect(screen.getByLabelText('Promo code')).toHaveFocus();
});

test('a field runs in the direction of what is typed', () => {
  render(dialog(false));
  expect(screen.getByLabelText('Plan')).toHaveAttribute('dir', 'auto');
});
