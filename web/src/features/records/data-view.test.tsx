import { messages } from '@bedplate/contract';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { aProject } from '../../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

interface Change {
  records?: object[];
  deletions?: object[];
  current?: boolean;
}

/** The live connection is Firestore's: here a test speaks for it. */
const live = vi.hoisted(() => ({ emit: (change: Change): void => void change }));
vi.mock('./live-source.ts', () => ({
  recordSource: () => ({
    open(_: number | null, observer: { next: (delivery: object) => void }) {
      live.emit = (change) => observer.next({ records: [], deletions: [], anchor: 0, current: true, ...change });
      live.emit({});
      return () => undefined;
    },
  }),
}));

configure({ asyncUtilTimeout: 8000 });

/** Pages load lazily; the first test should not wait for their compilation. */
beforeAll(() => Promise.all([import('../../pages/data-view-page.tsx'), import('../shell/shell.tsx')]), 60_000);

const path = '/project/p1/data-storage/s1/view';
const list = 'GET /app/project/p1/dataStorages/s1';
const item = '/app/project/p1/dataStorages/s1/item/:id';

const rows = [
  {
    id: 'r1',
    userId: 'u9',
    paid: true,
    title: 'Tea',
    note: 'n'.repeat(61),
    sixty: 's'.repeat(60),
    meta: { a: 1 },
    amount: 3,
    file_metadata: { photo: { name: 'a.png' } },
    createdAt: '2026-01-02T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
    is_deleted: false,
    deletedAt: null,
  },
  { id: 'r2', userId: null, title: '', amount: 12, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
];
const columns = ['id', 'userId', 'paid', 'title', 'note', 'sixty', 'meta', 'amount', 'createdAt', 'updatedAt'];

function answer({
  data = rows,
  totalCount,
  limit = 10,
  page = 1,
}: {
  data?: readonly object[];
  totalCount?: number;
  limit?: number;
  page?: number;
} = {}) {
  const total = totalCount ?? data.length;
  return {
    success: true,
    storageName: 'Big Orders',
    is_softDelete: true,
    data,
    columns,
    pagination: { page, limit, totalCount: total, totalPages: Math.ceil(total / limit) },
  };
}

function open(routes: FakeRoutes = {}, role: 'admin' | 'developer' | 'user' = 'admin') {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects': () => ({ success: true, data: [aProject()], pagination: { page: 1, limit: 100, totalCount: 1, totalPages: 1 } }),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    [list]: () => answer(),
    ...routes,
  });
  return { server, ...renderApp(path) };
}

const cell = async (text: string) => screen.findByRole('gridcell', { name: text });
/** A record as the live source delivers it; times in microseconds. */
const state = (id: string, at: number, createdAt: number, title: string) => ({
  id,
  updatedAt: at,
  createdAt,
  record: { id, title, createdAt: new Date(createdAt / 1000).toISOString(), updatedAt: String(at) },
});
const lastQuery = (server: ReturnType<typeof open>['server']) => Object.fromEntries(server.to(list).at(-1)?.query ?? []);
const rowOf = async (text: string) => within((await cell(text)).closest('[role="row"]') as HTMLElement);

test('S1-2.6-01 the title is the storage name in capitals', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'BIG ORDERS' })).toBeVisible();
});

test('S1-2.6-09 S1-2.6-10 S1-2.6-11 the columns are those of the storage, in the order of the server', async () => {
  open();
  await cell('Tea');
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
  expect(headers).toEqual([...columns, 'Action']);
});

test('S1-2.6-12 S1-2.6-13 S1-2.6-14 S1-2.6-15 cells show NULL, true, JSON and text cut at 50 characters', async () => {
  open();
  const first = await rowOf('Tea');
  const texts = first.getAllByRole('gridcell').map((c) => c.textContent);
  expect(texts).toEqual(expect.arrayContaining(['r1', 'true', '{"a":1}', `${'n'.repeat(50)}…`, '3']));
  const second = await rowOf('12');
  expect(second.getAllByText('NULL').length).toBeGreaterThanOrEqual(3);
});

test('S1-2.6-16 double-clicking a cell opens a read-only text area with the whole value', async () => {
  const { user } = open();
  await user.dblClick(await cell(`${'n'.repeat(50)}…`));
  const area = within(await screen.findByRole('dialog', { name: 'note' })).getByRole('textbox', { name: 'note' });
  expect(area).toHaveValue('n'.repeat(61));
  expect(area).toHaveAttribute('readonly');
  expect(area.tagName).toBe('TEXTAREA');
});

test('S1-2.6-17 S1-4-17 without records the table shows No Data, and next is disabled', async () => {
  open({ [list]: () => answer({ data: [] }) });
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(screen.getByText('Total Data: 0')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('S1-2.6-18 S1-4-15 S1-4-16 S1-9-03 the footer shows the total and pages from 1 to the last', async () => {
  const { user, server } = open({ [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }) });
  expect(await screen.findByText('Total Data: 95')).toBeVisible();
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  expect(pages.getAllByRole('button', { name: /^Page / }).map((b) => b.textContent)).toEqual(['1', '2', '3', '4', '10']);
  await user.click(pages.getByRole('button', { name: 'Page 10' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ page: '10', limit: '10' }));
  expect(await pages.findByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(pages.getAllByRole('button', { name: /^Page / }).map((b) => b.textContent)).toEqual(['1', '7', '8', '9', '10']);
});

test('S1-2.6-02 S1-4-18 the search asks again from page 1, once, 300 ms after the last key', async () => {
  const { user, server } = open({ [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }) });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(lastQuery(server).page).toBe('2'));
  const before = server.to(list).length;
  await user.type(screen.getByPlaceholderText('Search'), 'tea');
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ search: 'tea', page: '1' }));
  expect(
    server
      .to(list)
      .slice(before)
      .map((call) => call.query.get('search')),
  ).toEqual(['tea']);
});

test('S1-2.6-06 S1-4-19 the page-size dropdown offers 10, 20, 50, 100 and 200, and a choice leads to page 1', async () => {
  const { user, server } = open({ [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }) });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
  expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual(['10', '20', '50', '100', '200']);
  await user.click(screen.getByRole('option', { name: '50' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ limit: '50', page: '1' }));
});

test('S1-2.6-08 clicking a header sorts ascending, clicking it again descending', async () => {
  const { user, server } = open();
  await cell('Tea');
  await user.click(screen.getByRole('columnheader', { name: 'title' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'title', sortOrder: 'ASC' }));
  await user.click(screen.getByRole('columnheader', { name: /^title/ }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'title', sortOrder: 'DESC' }));
});

test('S1-2.6-03 S1-2.6-04 S1-5-10 S1-5-11 the dates are yyyy-MM-dd, the end not before the start, and other text is refused', async () => {
  const { user, server } = open();
  await cell('Tea');
  const start = screen.getByPlaceholderText('Start Date');
  const end = screen.getByPlaceholderText('End Date');
  await user.type(start, '2099-05-02');
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ startDate: '2099-05-02' }));
  const asked = server.to(list).length;
  await user.type(end, '2099-05-01');
  expect(screen.getByRole('alert')).toHaveTextContent('The end date must not be before the start date.');
  await user.clear(end);
  await user.type(end, 'soon');
  expect(screen.getByRole('alert')).toHaveTextContent('Date input not valid.');
  expect(
    server
      .to(list)
      .slice(asked)
      .some((call) => call.query.has('endDate')),
  ).toBe(false);
  await user.clear(end);
  await user.type(end, '2099-05-03');
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ startDate: '2099-05-02', endDate: '2099-05-03' }));
});

test('the calendar offers no end day before the start day', async () => {
  const { user, server } = open();
  await cell('Tea');
  await user.type(screen.getByPlaceholderText('Start Date'), '2026-05-10');
  await user.type(screen.getByPlaceholderText('End Date'), '2026-05-20');
  await user.click(screen.getByRole('button', { name: 'Choose End Date' }));
  expect(await screen.findByRole('gridcell', { name: '9' })).toBeDisabled();
  await user.click(screen.getByRole('gridcell', { name: '12' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ endDate: '2026-05-12' }));
});

test('S1-2.6-19 S1-6-04 S1-6-05 a user sees neither actions nor the download; a developer has actions only', async () => {
  open({}, 'user');
  await cell('Tea');
  expect(screen.queryByRole('columnheader', { name: 'Action' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});

test('S1-2.6-19 a developer edits and deletes but does not export', async () => {
  open({}, 'developer');
  const row = await rowOf('Tea');
  expect(row.getByLabelText('Edit')).toBeInTheDocument();
  expect(row.getByLabelText('Delete')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});

test('S1-2.6-20 S1-2.6-21 S1-2.6-23 S1-2.6-24 Edit Item has one filled field per editable field, a text area above 60 characters', async () => {
  const { user } = open();
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  const fields = dialog
    .getAllByRole('textbox')
    .map((f) => [f.getAttribute('id') && (f as HTMLInputElement).labels?.[0]?.textContent, (f as HTMLInputElement).value, f.tagName]);
  expect(fields).toEqual([
    ['paid', 'true', 'INPUT'],
    ['title', 'Tea', 'INPUT'],
    ['note', 'n'.repeat(61), 'TEXTAREA'],
    ['sixty', 's'.repeat(60), 'INPUT'],
    ['meta', '{"a":1}', 'INPUT'],
    ['amount', '3', 'INPUT'],
  ]);
});

test('S1-2.6-22 Cancel closes Edit Item and sends nothing', async () => {
  const { user, server } = open();
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.filter((call) => call.method !== 'GET')).toEqual([]);
});

test('S1-4-21 S1-5-08 Save sends the whole row with the form as text, closes, reloads and says so', async () => {
  const { user, server } = open({ [`PUT ${item}`]: () => ({ success: true, data: rows[0] }) });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const amount = screen.getByRole('textbox', { name: 'amount' });
  await user.clear(amount);
  await user.type(amount, '7');
  const reads = server.to(list).length;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.recordUpdatedToast)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to(`PUT ${item}`)[0]).toMatchObject({
    path: '/app/project/p1/dataStorages/s1/item/r1',
    body: { data: { id: 'r1', userId: 'u9', paid: 'true', title: 'Tea', amount: '7', meta: '{"a":1}' } },
  });
  expect(server.to(list).length).toBeGreaterThan(reads);
});

test('a field that the record lacks is not added by a save', async () => {
  const { user, server } = open({ [`PUT ${item}`]: () => ({ success: true, data: rows[1] }) });
  await user.click((await rowOf('12')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(messages.recordUpdatedToast);
  const sent = server.to(`PUT ${item}`)[0]?.body as { data: object } | undefined;
  expect(sent?.data).toMatchObject({ id: 'r2', amount: '12' });
  expect(sent?.data).not.toHaveProperty('userId');
});

test('S1-8-20 a failed save shows the server message and keeps the form', async () => {
  const { user } = open({ [`PUT ${item}`]: () => refuse('invalid-argument', 'amount is too large.') });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('amount is too large.')).length).toBeGreaterThan(0);
  expect(screen.getByRole('dialog', { name: 'Edit Item' })).toBeVisible();
});

test('S1-2.6-25 S1-2.6-26 Delete asks first; Keep sends nothing', async () => {
  const { user, server } = open();
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
  expect(dialog.getByText('Are you certain you want to delete this data?')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.filter((call) => call.method !== 'GET')).toEqual([]);
});

test('S1-2.6-27 S1-4-20 Delete shows a spinner, then closes, reloads without the record and says so', async () => {
  const gate = Promise.withResolvers<void>();
  let data = rows as object[];
  const { user, server } = open({
    [list]: () => answer({ data }),
    [`DELETE ${item}`]: async () => {
      await gate.promise;
      data = data.slice(1);
      return { success: true };
    },
  });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('progressbar')).toBeVisible();
  gate.resolve();
  expect(await screen.findByText(messages.recordDeletedToast)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  expect(server.to(`DELETE ${item}`).map((call) => call.path)).toEqual(['/app/project/p1/dataStorages/s1/item/r1']);
});

test('S1-8-19 a failed delete says why', async () => {
  const { user } = open({ [`DELETE ${item}`]: () => refuse('not-found', 'Record not found.') });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Record not found.')).toBeVisible();
});

test('S1-8-19 S1-8-20 a failure without words of the server shows its own', async () => {
  const { user } = open({
    [`DELETE ${item}`]: () => new Response('', { status: 500 }),
    [`PUT ${item}`]: () => new Response('', { status: 500 }),
  });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete item')).toBeVisible();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Failed to update item')).length).toBeGreaterThan(0);
});

test('S1-8-18 a failed load shows a toast with the reason, and Try again', async () => {
  let fails = true;
  const { user } = open({ [list]: () => (fails ? refuse('not-found', 'Storage not found.') : answer()) });
  expect(await screen.findByText('Error fetching data (Storage not found.)')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await cell('Tea')).toBeVisible();
});

test('S1-2.6-28 soft-deleted records are asked for only when the toggle is on', async () => {
  const { user, server } = open();
  await cell('Tea');
  expect(lastQuery(server)).not.toHaveProperty('deleted');
  await user.click(screen.getByRole('switch', { name: 'Show deleted' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ deleted: 'include' }));
});

test('a deleted record is restored from its row', async () => {
  const data = [{ ...rows[0], is_deleted: true, deletedAt: '2026-01-03T00:00:00.000Z' }, rows[1] as object];
  const { user, server } = open({ [list]: () => answer({ data }), [`POST ${item}/restore`]: () => ({ success: true, data: rows[0] }) });
  await cell('Tea');
  await user.click(screen.getByRole('switch', { name: 'Show deleted' }));
  expect(await cell('2026-01-03T00:00:00.000Z')).toBeVisible();
  const row = await rowOf('Tea');
  expect(row.queryByLabelText('Edit')).toBeNull();
  await user.click(row.getByLabelText('Restore'));
  expect(await screen.findByText(messages.recordRestored)).toBeVisible();
  expect(server.to(`POST ${item}/restore`).map((call) => call.path)).toEqual(['/app/project/p1/dataStorages/s1/item/r1/restore']);
});

test('S1-2.6-07 the download has the search and the order of the moment', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const download = 'GET /app/project/p1/dataStorages/s1/download';
  const { user, server } = open({
    [download]: () => new Response('id\n', { headers: { 'content-disposition': 'attachment; filename="2026-01-01_Big_Orders_data.csv"' } }),
  });
  await cell('Tea');
  await user.type(screen.getByPlaceholderText('Search'), 'tea');
  await user.click(screen.getByRole('columnheader', { name: 'title' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ search: 'tea', sortBy: 'title' }));
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  expect(Object.fromEntries(server.to(download)[0]?.query ?? [])).toEqual({ search: 'tea', sortBy: 'title', sortOrder: 'ASC' });
});

test('S1-8-21 a failed download says so', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText(messages.downloadFailed)).toBeVisible();
});

test('live changes appear by themselves: create first, update in place, delete away, and the count follows', async () => {
  const { server } = open();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  await cell('Tea');
  const reads = server.to(list).length;
  const now = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  act(() => live.emit({ records: [state('r3', now, now, 'Coffee')] }));
  expect(await cell('Coffee')).toBeVisible();
  expect(screen.getByText('Total Data: 3')).toBeVisible();
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('r3');
  expect((await cell('Coffee')).closest('[role="row"]')).toHaveClass('changed');
  act(() => live.emit({ records: [state('r3', now + 1, now, 'Espresso')] }));
  expect(await cell('Espresso')).toBeVisible();
  act(() => live.emit({ deletions: [{ id: 'r3', deletedAt: now + 2 }] }));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Espresso' })).toBeNull());
  expect(screen.getByText('Total Data: 2')).toBeVisible();
  expect(server.to(list).length).toBe(reads);
});

test('LiveSync says when it is offline', async () => {
  open();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  act(() => live.emit({ current: false }));
  expect(await screen.findByLabelText('LiveSync: offline')).toBeVisible();
});
