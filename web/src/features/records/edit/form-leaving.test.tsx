import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { answer, cell, item, list, loadDataView, openDataView, rowOf, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(() => loadDataView(), 60_000);

const view = '/project/p1/data-storage/s1/view';
const saved = { ...rows[0], title: 'Tea!', updatedAt: '2026-03-01T00:00:00.000Z' };
const never = () => new Promise<object>(() => undefined);

/** Two pages of the view have been seen; the second one is shown. */
async function seeTwoPages(routes: Parameters<typeof openDataView>[0]) {
  const opened = openDataView({ ...routes, [list]: ({ query }) => answer({ limit: Number(query.get('limit')) }) });
  await cell('Tea');
  void opened.router.navigate(`${view}?size=20`);
  await waitFor(() => expect(opened.server.to(list).at(-1)?.query.get('limit')).toBe('20'));
  await cell('Tea');
  return opened;
}

async function save({ user, server }: Awaited<ReturnType<typeof seeTwoPages>>) {
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  await user.type(dialog.getByRole('textbox', { name: 'title' }), '!');
  server.answer({ [list]: never });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('after a save by the form, this page and the one that Back leads to show it before they are read again', async () => {
  const opened = await seeTwoPages({ [`PUT ${item}`]: () => ({ success: true, data: saved }) });
  await save(opened);
  expect(await cell('Tea!')).toBeVisible();
  void opened.router.navigate(view);
  await waitFor(() => expect(opened.address()).toBe(view));
  expect(await cell('Tea!')).toBeVisible();
  expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull();
});

test('an answer that was read before the save does not bring the old row back', async () => {
  const opened = await seeTwoPages({ [`PUT ${item}`]: () => ({ success: true, data: saved }) });
  await save(opened);
  opened.server.answer({ [list]: ({ query }) => answer({ limit: Number(query.get('limit')), totalCount: 7 }) });
  void opened.router.navigate(`${view}?size=50`);
  expect(await screen.findByText('Total Data: 7')).toBeVisible();
  expect(await cell('Tea!')).toBeVisible();
});

test('after a delete, the page that Back leads to does not show the record before it is read again', async () => {
  const opened = await seeTwoPages({ [`DELETE ${item}`]: () => ({ success: true }) });
  const { user, server } = opened;
  server.answer({ [list]: ({ query }) => (query.get('limit') === '20' ? answer({ limit: 20, data: rows.slice(1) }) : never()) });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  void opened.router.navigate(view);
  await waitFor(() => expect(opened.address()).toBe(view));
  await cell('12');
  expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull();
});
