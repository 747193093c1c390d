import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { answer, cell, list, loadDataView, openDataView, rowOf, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const base = '/app/project/p1/dataStorages/s1';
const bulk = `POST ${base}/bulk`;
const report = ({ body }: { body: unknown }) => ({
  success: true,
  data: { done: (body as { ids: string[] }).ids.length, failed: [], log: 'l1' },
});
const bar = async () => within(await screen.findByRole('region', { name: 'Selection' }));
const selectPage = async (user: ReturnType<typeof openDataView>['user']) => {
  await cell('Tea');
  await user.click(screen.getByRole('checkbox', { name: /select all/i }));
};

test('the page is selected by its header, goes to the trash at once, and Undo restores exactly these records', async () => {
  const { user, server } = openDataView({ [bulk]: report });
  await selectPage(user);
  expect((await bar()).getByText('2 selected')).toBeVisible();
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 records deleted.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 records restored.')).toBeVisible();
  expect(server.to(bulk).map(({ body }) => body)).toEqual([
    { action: 'delete', ids: ['r1', 'r2'] },
    { action: 'restore', ids: ['r1', 'r2'] },
  ]);
});

test('all of a view are selected by their ids and changed some hundred at a time, as one row of the log', async () => {
  const ids = Array.from({ length: 1100 }, (_, n) => `id${n}`);
  const { user, server } = openDataView({
    [bulk]: report,
    [list]: () => answer({ totalCount: 1100 }),
    [`GET ${base}/ids`]: () => ({ success: true, data: { ids, isComplete: true } }),
  });
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Select all 1,100 of this view' }));
  expect(await (await bar()).findByText('1,100 selected')).toBeVisible();
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1,100 records deleted.')).toBeVisible();
  const sent = server.to(bulk).map(({ body }) => body as { ids: string[]; log?: string });
  expect(sent.map((call) => [call.ids.length, call.ids[0], call.log])).toEqual([
    [500, 'id0', undefined],
    [500, 'id500', 'l1'],
    [100, 'id1000', 'l1'],
  ]);
});

test('without soft delete a question comes first, and Keep sends nothing', async () => {
  const { user, server } = openDataView({ [bulk]: report, [list]: () => ({ ...answer(), is_softDelete: false }) });
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 records for good?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to(bulk)).toEqual([]);
});

test('with the deleted ones in view they are restored, or deleted for good after a question', async () => {
  const { user, server } = openDataView({ [bulk]: report });
  await cell('Tea');
  await user.click(screen.getByRole('switch', { name: 'Show deleted' }));
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Delete for good' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('listitem').map((named) => named.textContent)).toEqual(['Tea', 'r2']);
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('2 records deleted for good.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await cell('Tea')).toBeVisible();
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(server.to(bulk).map(({ body }) => (body as { action: string }).action)).toEqual(['restore']));
});

test('what no trash keeps is deleted when the page goes away, in calls that outlive it', async () => {
  const { user, server } = openDataView({ [bulk]: report, [list]: () => ({ ...answer(), is_softDelete: false }) });
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete for good' }));
  await screen.findByText('2 records deleted.');
  expect(server.to(bulk)).toEqual([]);
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(server.to(bulk).map(({ body }) => body)).toEqual([{ action: 'delete', ids: ['r1', 'r2'] }]));
});

test('what could not be changed is told with a reason', async () => {
  const failed = [{ id: 'r2', message: 'Record not found.' }];
  const { user } = openDataView({ [bulk]: () => ({ success: true, data: { done: 1, failed } }) });
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 could not be changed: Record not found.')).toBeVisible();
});

test('the selection is saved as a file of these records', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const save = `POST ${base}/download`;
  const { user, server } = openDataView({ [save]: () => new Response('x') });
  await selectPage(user);
  await user.click((await bar()).getByRole('button', { name: 'Save as NDJSON' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  expect(server.to(save)[0]?.body).toEqual({ ids: ['r1', 'r2'], format: 'ndjson' });
});

test('one record is one, and the table has the focus when it is gone', async () => {
  let data = rows as object[];
  const { user } = openDataView({
    [list]: () => answer({ data }),
    [bulk]: (call) => {
      data = data.slice(1);
      return report(call);
    },
  });
  await user.click((await rowOf('Tea')).getByRole('checkbox'));
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 record deleted.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  await waitFor(() => expect((document.activeElement as HTMLElement).closest('[role="row"]')).toHaveTextContent('r2'));
});

test('one record for good is asked for as one', async () => {
  const { user } = openDataView({ [list]: () => ({ ...answer(), is_softDelete: false }) });
  await user.click((await rowOf('Tea')).getByRole('checkbox'));
  await user.click((await bar()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete 1 record for good?' })).toBeVisible();
});

test('by keyboard: Shift Space selects, Delete deletes, Ctrl Z takes it back, and Escape ends the selection', async () => {
  const { user, server } = openDataView({ [bulk]: report });
  await user.click(await cell('Tea'));
  await user.keyboard('{Shift>} {/Shift}');
  expect((await bar()).getByText('1 selected')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  await user.keyboard('{Shift>} {/Shift}');
  await bar();
  await user.keyboard('{Delete}');
  expect(await screen.findByText('1 record deleted.')).toBeVisible();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() =>
    expect(server.to(bulk).map(({ body }) => body)).toMatchObject([{ action: 'delete', ids: [rows[0]?.id] }, { action: 'restore' }]),
  );
});

test('a developer saves no selection, and a user selects nothing', async () => {
  const { user } = openDataView({}, 'developer');
  await selectPage(user);
  expect((await bar()).queryByRole('button', { name: 'Save as CSV' })).toBeNull();
});
