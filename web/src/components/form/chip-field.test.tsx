import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ChipField } from './chip-field.tsx';
import { FormDialog } from './form-dialog.tsx';

function open() {
  const [onChange, onSubmit] = [vi.fn<(values: string[]) => void>(), vi.fn<() => void>()];
  render(
    <FormDialog isDirty={false} title="Sizes" onClose={() => undefined} onSubmit={onSubmit} actions={<button type="submit">Send</button>}>
      <ChipField label="Sizes" values={[]} onChange={onChange} problemOf={(text) => (/^\d+$/.test(text) ? null : 'Enter a number.')} />
    </FormDialog>,
  );
  return { input: screen.getByRole('textbox', { name: 'Sizes' }), onChange, onSubmit, user: userEvent.setup() };
}

test('a form is not sent without a text that its list does not take', async () => {
  const { input, onChange, onSubmit, user } = open();
  await user.type(input, '1,5');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Enter a number.')).toBeVisible();
  expect(input).toHaveValue('1,5');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onChange).not.toHaveBeenCalled();
});

test('of several lines that are pasted all that are not taken stay', async () => {
  const { input, onChange, user } = open();
  await user.click(input);
  await user.paste('1\nx\n2\ny');
  expect(onChange).toHaveBeenCalledWith(['1', '2']);
  expect(input).toHaveValue('x y');
});
