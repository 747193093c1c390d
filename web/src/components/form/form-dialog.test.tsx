import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { askBy } from '../../lib/leaving.ts';
import { LoadingBlock } from '../loading-block.tsx';
import { CancelButton } from './cancel-button.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

const dialog = (loading: boolean) => (
  <FormDialog isDirty={false} title="Upgrade" onClose={() => undefined} onSubmit={() => undefined} actions={null}>
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

test.each([
  ['a choice that may stay open gives way to the field after it that has to be filled', true, '', 'Name'],
  ['a choice that may stay open keeps the focus when nothing has to be filled after it', false, '', 'Start with'],
  ['a choice that is made keeps it', true, 'orders', 'Start with'],
])('%s', (_, required, template, focused) => {
  render(
    <FormDialog isDirty={false} title="Storage" onClose={() => undefined} onSubmit={() => undefined} actions={null}>
      <ChoiceField
        label="Start with"
        none="Blank"
        value={template}
        options={[{ value: 'orders', text: 'Orders' }]}
        onChange={() => undefined}
      />
      <Field label="Name" required={required} />
    </FormDialog>,
  );
  expect(screen.getByLabelText(focused)).toHaveFocus();
});

test('a field runs in the direction of what is typed', () => {
  render(dialog(false));
  expect(screen.getByLabelText('Plan')).toHaveAttribute('dir', 'auto');
});

test('Cancel asks before it throws away what was typed, and closes a form without changes at once', async () => {
  const onClose = vi.fn<() => void>();
  const ask = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false));
  onTestFinished(askBy(ask));
  const changed = (isDirty: boolean) => (
    <FormDialog title="Record" onClose={onClose} isDirty={isDirty} onSubmit={() => undefined} actions={<CancelButton />}>
      <Field label="Name" />
    </FormDialog>
  );
  const { rerender } = render(changed(true));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(ask).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  rerender(changed(false));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['Key not found.', true, 'Key not found. Somebody may have removed it meanwhile. Nothing was saved: copy what you want to keep.'],
  ['Key not found.', false, 'Key not found.'],
  ['The record has been deleted, and stays here to be copied.', true, 'The record has been deleted, and stays here to be copied.'],
])('of a thing that is not there: "%s", with something typed %s', (error, isDirty, told) => {
  const refused = new ApiError({ code: 'not-found', status: 404, serverMessage: 'Key not found.' });
  render(
    <FormDialog
      title="Key"
      isDirty={isDirty}
      error={error}
      refused={refused}
      onClose={() => undefined}
      onSubmit={() => undefined}
      actions={null}
    >
      <Field label="Name" />
    </FormDialog>,
  );
  expect(screen.getByRole('alert').textContent?.trim()).toBe(told);
});
