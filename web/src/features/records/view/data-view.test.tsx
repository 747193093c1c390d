import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { answer, cell, columns, list, loadDataView, openDataView, rowOf } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

// Covers S1-2.6-01
test('the title is the storage name in capitals', async () => {
  openDataView();
  expect(await screen.findByRole('heading', { name: 'BIG ORDERS' })).toBeVisible();
});

// Covers S1-2.6-09, S1-2.6-10, S1-2.6-11
test('the columns are those of the storage, in the order of the server', async () => {
  openDataView();
  await cell('Tea');
  const headers = screen
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
    .filter(Boolean);
  expect(headers).toEqual([...columns, 'Action']);
});

// Covers S1-2.6-12, S1-2.6-13, S1-2.6-14, S1-2.6-15
test('cells show NULL, true, JSON and text cut at 50 characters', async () => {
  openDataView();
  const first = await rowOf('Tea');
  const texts = first.getAllByRole('gridcell').map((c) => c.textContent);
  expect(texts).toEqual(expect.arrayContaining(['r1', 'true', '{"a":1}', `${'n'.repeat(50)}…`, '3']));
  const second = await rowOf('12');
  expect(second.getAllByText('NULL').length).toBeGreaterThanOrEqual(3);
});

// Covers S1-2.6-16
test('double-clicking a cell opens a read-only text area with the whole value', async () => {
  const { user } = openDataView();
  await user.dblClick(await cell(`${'n'.repeat(50)}…`));
  const area = within(await screen.findByRole('dialog', { name: 'note' })).getByRole('textbox', { name: 'note' });
  expect(area).toHaveValue('n'.repeat(61));
  expect(area).toHaveAttribute('readonly');
  expect(area.tagName).toBe('TEXTAREA');
});

// Covers S1-2.6-17, S1-4-17
test('without records the table shows No Data, and next is disabled', async () => {
  openDataView({ [list]: () => answer({ data: [] }) });
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(screen.getByText('No Data').closest('[role="gridcell"]')?.parentElement).toHaveAttribute('role', 'row');
  expect(screen.getByText('Total Data: 0')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

// Covers S1-2.6-19
test('a developer edits and deletes but does not export', async () => {
  openDataView({}, 'developer');
  const row = await rowOf('Tea');
  expect(row.getByLabelText('Edit')).toBeInTheDocument();
  expect(row.getByLabelText('Delete')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});

// Covers S1-8-18
test('a failed load shows a toast with the reason, and Try again', async () => {
  let fails = true;
  const { user } = openDataView({ [list]: () => (fails ? refuse('unavailable', 'The database does not answer.') : answer()) });
  expect(await screen.findByText('Error fetching data (The database does not answer.)')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await cell('Tea')).toBeVisible();
});

// Covers S1-2.6-19, S1-6-04, S1-6-05
test('a user sees neither actions nor the download; a developer has actions only', async () => {
  openDataView({}, 'user');
  await cell('Tea');
  expect(screen.queryByRole('columnheader', { name: 'Action' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});
