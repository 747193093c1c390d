import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { answer, cell, columns, lastQuery, list, loadDataView, openDataView } from '../../../testing/open-data-view.tsx';

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

test('Escape asks before a typed condition is lost', async () => {
  const { user } = openDataView();
  await cell('Tea');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const form = within(await screen.findByRole('dialog', { name: 'Filter by Field' }));
  await user.selectOptions(form.getByLabelText('Field'), 'title');
  expect(await form.findByLabelText('Value')).toBeRequired();
  await user.type(form.getByLabelText('Value'), 'Green{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(form.getByLabelText('Value')).toHaveValue('Green');
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

test('records near a place are asked for by a distance and the place, and the form says what is none', async () => {
  const { user, server } = openDataView({
    [list]: () => ({ ...answer(), columns: [...columns, 'shop'], schema: { version: 1, state: 'learn' } }),
    'GET /app/project/p1/dataStorages/s1/schema': () => ({
      success: true,
      data: { version: 1, state: 'learn', schema: { fields: { shop: { type: 'geo' } }, unique: [], closed: false } },
    }),
  });
  await cell('Tea');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const form = within(await screen.findByRole('dialog', { name: 'Filter by Field' }));
  const offered = () =>
    within(form.getByLabelText('Condition'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(offered()).not.toContain('is near');
  await user.selectOptions(form.getByLabelText('Field'), 'shop');
  await waitFor(() => expect(offered()).toEqual(['is near', 'is missing', 'is there']));
  await user.type(form.getByLabelText('Within how many kilometres'), '0');
  await user.type(form.getByLabelText('Of this place'), '152.52,13.405');
  await user.click(form.getByRole('button', { name: 'Apply' }));
  expect(form.getByText('Enter a distance above 0, such as 5 or 0.5.')).toBeVisible();
  expect(form.getByText(/^Enter a latitude up to ±90/)).toBeVisible();
  await user.type(form.getByLabelText('Within how many kilometres'), '.5');
  await user.clear(form.getByLabelText('Of this place'));
  await user.type(form.getByLabelText('Of this place'), '52.52,13.405{Enter}');
  await whereOf(server, 'near=shop(52.52,13.405,0.5km)');
  await user.click(await screen.findByRole('button', { name: 'Change the filter shop is within 0.5 km of 52.52,13.405' }));
  const changed = within(await screen.findByRole('dialog', { name: 'Change Filter' }));
  expect(changed.getByLabelText('Of this place')).toHaveValue('52.52,13.405');
  await user.selectOptions(changed.getByLabelText('Condition'), 'is there');
  await user.click(changed.getByRole('button', { name: 'Apply' }));
  await whereOf(server, 'shop!=null');
});

test('a column’s menu asks for a condition on its field', async () => {
  const { user } = openDataView();
  await cell('Tea');
  await user.click(within(screen.getByRole('columnheader', { name: 'title' })).getByRole('button', { name: /column menu/i }));
  await user.click(await screen.findByRole('menuitem', { name: 'Filter by this field' }));
  expect(await screen.findByLabelText('Field')).toHaveValue('title');
});
