import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { answer, cell, columns, item, list, loadDataView, openDataView, rowOf } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
    .filter((text) => text && text !== 'Action');

test('columns are hidden and moved, and this is remembered with fields that come later', async () => {
  const first = openDataView();
  await cell('Tea');
  await first.user.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await first.user.click(dialog.getByRole('checkbox', { name: 'Show note' }));
  await first.user.click(dialog.getByRole('button', { name: 'Move paid left' }));
  await first.user.keyboard('{Escape}');
  const arranged = ['id', 'paid', 'userId', 'title', 'sixty', 'meta', 'amount', 'createdAt', 'updatedAt'];
  expect(headers()).toEqual(arranged);
  first.unmount();

  const later = openDataView({ [list]: () => ({ ...answer(), columns: [...columns.slice(0, 4), 'colour', ...columns.slice(4)] }) });
  await cell('Tea');
  expect(headers()).toEqual([...arranged.slice(0, 4), 'colour', ...arranged.slice(4)]);
  await later.user.click(screen.getByRole('button', { name: 'Columns' }));
  await later.user.click(await screen.findByRole('button', { name: 'Reset' }));
  await later.user.keyboard('{Escape}');
  expect(headers()).toContain('note');
  expect(localStorage.getItem('columns:u1:s1')).toBeNull();
});

test('a width is typed, or stepped by arrow keys, and an empty one follows the values again', async () => {
  const { user } = openDataView();
  await cell('Tea');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const width = within(await screen.findByRole('dialog', { name: 'Columns' })).getByRole('spinbutton', {
    name: 'Width of title in pixels',
  });
  await user.type(width, '240');
  expect(JSON.parse(localStorage.getItem('columns:u1:s1') ?? '{}')).toMatchObject({ widths: { title: 240 } });
  await user.clear(width);
  expect(JSON.parse(localStorage.getItem('columns:u1:s1') ?? '{}')).toMatchObject({ widths: {} });
  await user.type(width, '5');
  expect(JSON.parse(localStorage.getItem('columns:u1:s1') ?? '{}')).toMatchObject({ widths: {} });
  await user.tab();
  expect(width).toHaveValue(null);
});

test('a record without a field that is named as what every object inherits shows NULL there, and is not given one by a save', async () => {
  const names = ['valueOf', 'toString'];
  const put = `PUT ${item}`;
  const { user, server } = openDataView({
    [list]: () => ({ ...answer(), columns: [...columns, ...names] }),
    [put]: () => ({ success: true, data: {} }),
  });
  const row = await rowOf('Tea');
  expect(row.getAllByRole('gridcell').filter((one) => one.textContent.includes('native code'))).toEqual([]);
  await user.click(row.getByLabelText('Edit'));
  expect(await screen.findByRole('textbox', { name: 'valueOf' })).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { valueOf: '', toString: '' } }));
});
