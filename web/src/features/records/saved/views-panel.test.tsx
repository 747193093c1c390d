import type { SavedView, SavedViewInput } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { cell, lastQuery, loadDataView, openDataView } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const views = 'GET /app/project/:id/dataStorages/:storageId/views';
const view = 'PUT /app/project/:id/dataStorages/:storageId/views/:viewId';
const settings = {
  search: '',
  where: '',
  startDate: '',
  endDate: '',
  limit: 10,
  sort: null,
  deleted: false,
  hidden: [],
  order: [],
} as const;
const dear: SavedView = {
  id: 'v1',
  name: 'Dear',
  view: { ...settings, where: 'amount>10', limit: 50, sort: { field: 'amount', order: 'desc' }, hidden: ['title'], order: [] },
};

/** A data view whose server keeps saved views. */
async function open(stored: SavedView[], role: 'admin' | 'user' = 'admin') {
  const kept = [...stored];
  const opened = openDataView(
    {
      [views]: () => ({ success: true, data: kept }),
      [views.replace('GET', 'POST')]: ({ body }) => {
        kept.push({ ...(body as SavedViewInput), id: `v${kept.length + 1}` });
        return Response.json({ success: true, data: kept.at(-1) }, { status: 201 });
      },
      [view]: () => ({ success: true }),
      [view.replace('PUT', 'DELETE')]: ({ path }) => {
        kept.splice(
          kept.findIndex(({ id }) => path.endsWith(id)),
          1,
        );
        return { success: true };
      },
    },
    role,
  );
  await cell('Tea');
  expect(opened.server.to(views)).toHaveLength(0); // nobody has asked for them
  await opened.user.click(screen.getByRole('button', { name: 'Views' }));
  return { ...opened, panel: within(await screen.findByRole('dialog', { name: 'Views' })) };
}

test('a saved view opens with its filters, order, size and columns, and is marked as the one that is shown', async () => {
  const { user, server, panel } = await open([dear]);
  await user.click(await panel.findByRole('button', { name: 'Dear' }));
  await waitFor(() =>
    expect(lastQuery(server)).toMatchObject({ where: 'amount>10', page: '1', limit: '50', sortBy: 'amount', sortOrder: 'DESC' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('columnheader', { name: 'title' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Views' }));
  expect(await screen.findByRole('button', { name: 'Dear' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('button', { name: 'Save what is shown as Dear' })).toBeDisabled();
});

test('what is shown is saved under a name, without its page', async () => {
  const { user, server, panel } = await open([]);
  expect(await panel.findByText('Search, filter or sort, then save what you see under a name.')).toBeVisible();
  await user.type(panel.getByRole('textbox', { name: 'Name of this view' }), ' All {Enter}');
  expect(await panel.findByRole('button', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  expect(server.to(views.replace('GET', 'POST'))[0]?.body).toEqual({ name: 'All', view: settings });
});

test('Escape asks before a name that is typed is lost', async () => {
  const { user, panel } = await open([]);
  await user.type(panel.getByRole('textbox', { name: 'Name of this view' }), 'Dear ones{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(panel.getByRole('textbox', { name: 'Name of this view' })).toHaveValue('Dear ones');
});

test('a name that is taken says so at the field', async () => {
  const { user, server, panel } = await open([dear]);
  server.answer({ [views.replace('GET', 'POST')]: () => refuse('already-exists', 'This storage has a view with the name “Dear”.') });
  await user.type(panel.getByRole('textbox', { name: 'Name of this view' }), 'dear{Enter}');
  expect(await panel.findByText('This storage has a view with the name “Dear”.')).toBeVisible();
  expect(panel.getByRole('textbox', { name: 'Name of this view' })).toHaveFocus();
});

test('a view gets another name and what is shown, and its link names it whole', async () => {
  const { user, server, panel } = await open([dear]);
  await user.click(await panel.findByRole('button', { name: 'Save what is shown as Dear' }));
  await waitFor(() => expect(server.to(view)[0]?.body).toEqual({ view: settings }));
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Rename Dear' }));
  const name = screen.getByRole('textbox', { name: 'New name of Dear' });
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.type(name, 'Costly{Enter}');
  await waitFor(() => expect(server.to(view)[1]?.body).toEqual({ name: 'Costly' }));
  await user.click(await screen.findByRole('button', { name: 'Copy the link to Dear' }));
  const link = new URL(await navigator.clipboard.readText());
  expect(Object.fromEntries(link.searchParams)).toEqual({ where: 'amount>10', size: '50', sort: 'amount', desc: '1', hide: 'title' });
});

test('a deleted view comes back by Undo', async () => {
  const { user, server, panel } = await open([dear]);
  await user.click(await panel.findByRole('button', { name: 'Delete Dear' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  expect(await screen.findByRole('button', { name: 'Dear' })).toBeVisible();
  expect(server.to(views.replace('GET', 'POST'))[0]?.body).toEqual({ name: 'Dear', view: dear.view });
});

test('who only reads records picks views and copies their links, and no more', async () => {
  const { panel } = await open([dear], 'user');
  expect(await panel.findByRole('button', { name: 'Dear' })).toBeVisible();
  expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Dear',
    'Copy the link to Dear',
  ]);
  expect(panel.queryByRole('textbox')).toBeNull();
});
