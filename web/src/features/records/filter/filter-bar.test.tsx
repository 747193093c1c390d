import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { cell, lastQuery, loadDataView, openDataView } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const whereOf = async (server: Parameters<typeof lastQuery>[0], where: string | undefined) =>
  waitFor(() => expect(lastQuery(server)['where']).toBe(where));

test('a condition is typed into a form, changed and taken away, and the download follows it', async () => {
  const { user, server } = openDataView();
  await cell('Tea');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const form = within(await screen.findByRole('dialog', { name: 'Filter by Field' }));
  await user.selectOptions(form.getByLabelText('Field'), 'amount');
  await user.selectOptions(form.getByLabelText('Condition'), 'is between');
  await user.type(form.getByLabelText('From'), '1');
  await user.click(form.getByRole('button', { name: 'Apply' }));
  expect(form.getByLabelText('To')).toHaveAccessibleDescription('Enter a value.');
  await user.type(form.getByLabelText('To'), '5{Enter}');
  await whereOf(server, 'amount>=1%26<=5');
  await user.click(await screen.findByRole('button', { name: 'Change the filter amount is between 1 – 5' }));
  const changed = within(await screen.findByRole('dialog', { name: 'Change Filter' }));
  await user.selectOptions(changed.getByLabelText('Condition'), 'is missing');
  await user.click(changed.getByRole('button', { name: 'Apply' }));
  await whereOf(server, 'amount=null');
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(server.calls.find(({ path }) => path.endsWith('/download'))?.query.get('where')).toBe('amount=null'));
  await user.click(screen.getByRole('button', { name: 'Remove the filter amount is missing' }));
  await whereOf(server, undefined);
});

test('a link’s conditions are shown, all or any of them, and what the form cannot show as it is spelt', async () => {
  const where = 'title=Tea&amount>2&or=(paid=true,and(paid=false,amount<9))';
  const { user, server } = openDataView({}, 'admin', `?${new URLSearchParams({ where })}`);
  await cell('Tea');
  const bar = within(await screen.findByRole('region', { name: 'Filters' }));
  expect(bar.getByText('or=(paid=true,and(paid=false,amount<9))')).toBeVisible();
  await user.selectOptions(bar.getByLabelText('Records match'), 'any of these');
  await whereOf(server, 'or=(title=Tea,amount>2)&or=(paid=true,and(paid=false,amount<9))');
  await user.click(bar.getByRole('button', { name: 'Clear filters' }));
  await whereOf(server, undefined);
});

test('the value of a cell is the only one, or not one, of the view', async () => {
  const { user, server } = openDataView();
  await user.dblClick(await cell('Tea'));
  await user.click(await screen.findByRole('button', { name: 'Only this value' }));
  await whereOf(server, 'title=Tea');
  await user.dblClick(await cell('12'));
  await user.click(await screen.findByRole('button', { name: 'Not this value' }));
  await whereOf(server, 'title=Tea&amount!=12');
  expect(await screen.findByRole('button', { name: 'Remove the filter title is Tea' })).toBeVisible();
});

test('a column’s menu asks for a condition on its field', async () => {
  const { user } = openDataView();
  await cell('Tea');
  await user.click(within(screen.getByRole('columnheader', { name: 'title' })).getByRole('button', { name: /column menu/i }));
  await user.click(await screen.findByRole('menuitem', { name: 'Filter by this field' }));
  expect(await screen.findByLabelText('Field')).toHaveValue('title');
});
