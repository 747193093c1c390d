import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadTexts } from '../../texts/index.ts';
import { DateField } from './date-field.tsx';
import { FormDialog } from './form-dialog.tsx';

async function open(value: Date | null = null) {
  const onChange = vi.fn<(day: Date | null) => void>();
  render(<DateField label="From" value={value} onChange={onChange} />);
  const user = userEvent.setup();
  await user.click(screen.getByTitle('Choose date: From'));
  return { user, onChange };
}

// Covers S1-9-06
test('the years stand on pages of twelve; a chosen one leads back to its month', async () => {
  const { user, onChange } = await open(new Date(2026, 4, 10));
  await user.click(await screen.findByRole('button', { name: /switch to year view/ }));
  const years = () =>
    within(screen.getByRole('group', { name: 'Year' }))
      .getAllByRole('button')
      .map((button) => Number(button.textContent));
  expect(years()).toEqual(Array.from({ length: 12 }, (_, at) => 2016 + at));
  await user.click(screen.getByTitle('Later years'));
  expect(years()).toEqual(Array.from({ length: 12 }, (_, at) => 2028 + at));
  await user.click(screen.getByRole('button', { name: '2031' }));
  expect(await screen.findByText('May 2031')).toBeVisible();
  await user.click(screen.getByRole('gridcell', { name: '12' }));
  expect(onChange).toHaveBeenLastCalledWith(new Date(2031, 4, 12));
});

// Covers S1-5-11
test('without bounds days after today are taken, typed and chosen', async () => {
  const { user, onChange } = await open(new Date(2098, 0, 1));
  await user.click(await screen.findByRole('gridcell', { name: '31' }));
  expect(onChange).toHaveBeenLastCalledWith(new Date(2098, 0, 31));
  await waitFor(() => expect(screen.queryByRole('gridcell')).toBeNull());
  await user.clear(screen.getByLabelText('From'));
  await user.type(screen.getByLabelText('From'), '12/31/2099');
  expect(onChange).toHaveBeenLastCalledWith(new Date(2099, 11, 31));
});

test('in Chinese the year stands first, as it does in all other dates', async () => {
  await loadTexts('zh');
  onTestFinished(() => loadTexts('en'));
  const onChange = vi.fn<(day: Date | null) => void>();
  render(<DateField label="From" value={new Date(2026, 10, 28)} onChange={onChange} />);
  const user = userEvent.setup();
  const day = screen.getByLabelText('From');
  expect(day).toHaveValue('2026/11/28');
  expect(day).toHaveAttribute('placeholder', 'YYYY/MM/DD');
  await user.clear(day);
  await user.type(day, '2027/02/31');
  expect(day).toHaveAttribute('aria-invalid', 'true');
  await user.clear(day);
  await user.type(day, '2027/03/01');
  expect(onChange).toHaveBeenLastCalledWith(new Date(2027, 2, 1));
});

test('a form whose date cannot be read is not sent, and leads to the date', async () => {
  const onSubmit = vi.fn<() => void>();
  const actions = <button type="submit">Save</button>;
  render(
    <FormDialog
      isDirty={false}
      title="Limits"
      onClose={() => undefined}
      onSubmit={(event) => (event.preventDefault(), onSubmit())}
      actions={actions}
    >
      <input aria-label="Name" />
      <DateField label="Last day" value={null} onChange={() => undefined} />
    </FormDialog>,
  );
  const user = userEvent.setup();
  const day = screen.getByLabelText('Last day');
  await user.type(day, '02/31/2027');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(day).toHaveFocus();
  expect(day).toHaveAttribute('aria-invalid', 'true');
  await user.clear(day);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});
