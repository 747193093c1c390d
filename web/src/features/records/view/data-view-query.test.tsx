import { messages } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { answer, cell, columns, lastQuery, list, loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

// Covers S1-2.6-18, S1-4-15, S1-4-16, S1-9-03
test('the footer shows the total and pages from 1 to the last', async () => {
  const { user, server } = openDataView({ [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }) });
  expect(await screen.findByText('Total Data: 95')).toBeVisible();
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  expect(pages.getAllByRole('button', { name: /^Page / }).map((b) => b.textContent)).toEqual(['1', '2', '3', '4', '10']);
  await user.click(pages.getByRole('button', { name: 'Page 10' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ page: '10', limit: '10' }));
  expect(await pages.findByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(pages.getAllByRole('button', { name: /^Page / }).map((b) => b.textContent)).toEqual(['1', '7', '8', '9', '10']);
});

test('the footer of a view whose search was cut says how many records were looked at, and what to do', async () => {
  const page = answer();
  openDataView({ [list]: () => ({ ...page, pagination: { ...page.pagination, totalIsExact: false, lookedAt: 1000 } }) });
  const text = `Total Data: ${rows.length}+ · Only 1000 records were looked at. Add a condition that fewer match to see the others.`;
  expect(await screen.findByText(text)).toBeVisible();
});

test('a page that cannot be shown leaves the way back to those before it', async () => {
  const { user, server } = openDataView({
    [list]: ({ query }) =>
      query.get('page') === '10'
        ? refuse('query-too-broad', 'Page 10 is too far.')
        : answer({ totalCount: 95, page: Number(query.get('page')) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Page 10' }));
  expect(await screen.findByText('The records could not be loaded.')).toBeVisible();
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await user.click(pages.getByRole('button', { name: 'Page 1' }));
  await waitFor(() => expect(lastQuery(server).page).toBe('1'));
  expect(await cell('Tea')).toBeVisible();
});

// Covers S1-2.6-02, S1-4-18
test('the search asks again from page 1, once, 300 ms after the last key', async () => {
  const { user, server } = openDataView({ [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }) });
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

// Covers S1-2.6-06, S1-4-19
test('the page-size dropdown offers 10, 20, 50, 100 and 200, and a choice leads to page 1', async () => {
  const { user, server } = openDataView({ [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }) });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
  expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual(['10', '20', '50', '100', '200']);
  await user.click(screen.getByRole('option', { name: '50' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ limit: '50', page: '1' }));
});

// Covers S1-2.6-08
test('clicking a header sorts ascending, clicking it again descending', async () => {
  const { user, server } = openDataView();
  await cell('Tea');
  await user.click(screen.getByRole('columnheader', { name: 'title' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'title', sortOrder: 'ASC' }));
  await user.click(screen.getByRole('columnheader', { name: /^title/ }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'title', sortOrder: 'DESC' }));
});

// Covers S1-2.6-03, S1-2.6-04, S1-5-10, S1-5-11
test('the dates are yyyy-MM-dd, the end not before the start, and other text is refused', async () => {
  const { user, server } = openDataView();
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
  expect(screen.getByRole('alert')).toHaveTextContent('Date input not valid. Type it as 2026-05-31.');
  expect(
    server
      .to(list)
      .slice(asked)
      .some((call) => call.query.has('endDate')),
  ).toBe(false);
  await user.clear(end);
  await user.type(end, '05/03/2099');
  expect(end).toHaveValue('2099-05-03');
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ startDate: '2099-05-02', endDate: '2099-05-03' }));
});

test('the calendar offers no end day before the start day', async () => {
  const { user, server } = openDataView();
  await cell('Tea');
  await user.type(screen.getByPlaceholderText('Start Date'), '2026-05-10');
  await user.type(screen.getByPlaceholderText('End Date'), '2026-05-20');
  await user.click(screen.getByRole('button', { name: 'Choose End Date' }));
  expect(await screen.findByRole('gridcell', { name: '9' })).toBeDisabled();
  await user.click(screen.getByRole('gridcell', { name: '12' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ endDate: '2026-05-12' }));
});

// Covers S1-2.6-28
test('soft-deleted records are asked for only when the toggle is on', async () => {
  const { user, server } = openDataView();
  await cell('Tea');
  expect(lastQuery(server)).not.toHaveProperty('deleted');
  await user.click(screen.getByRole('switch', { name: 'Show deleted' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ deleted: 'include' }));
});

test('a trash that an earlier setting left stays within reach, with its count', async () => {
  const { user, server } = openDataView({ [list]: () => ({ ...answer(), is_softDelete: false, trashed: 2 }) });
  await cell('Tea');
  await user.click(screen.getByRole('switch', { name: 'Show deleted (2)' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ deleted: 'include' }));
});

test('deleted app users are said to keep their names', async () => {
  openDataView({
    [list]: () => ({ ...answer({ data: [{ id: 'r1', title: 'Tea', deletedAt: '2026-05-01T00:00:00.000Z' }] }), storageKey: 'users' }),
  });
  await cell('Tea');
  expect(screen.getByText(/Deleted app users keep their username/)).toBeVisible();
});

// Covers S1-2.6-07
test('the download has the search and the order of the moment', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const download = 'GET /app/project/p1/dataStorages/s1/download';
  const { user, server } = openDataView({
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

// Covers S1-8-21
test('a failed download says so', async () => {
  const { user } = openDataView();
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText(messages.downloadFailed)).toBeVisible();
});

const everything = '?search=tea&from=2026-01-01&to=2026-01-31&sort=amount&desc=1&size=50&page=2&deleted=1&hide=note';
const wanted = {
  search: 'tea',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  sortBy: 'amount',
  sortOrder: 'DESC',
  limit: '50',
  page: '2',
  deleted: 'include',
};

test('a link shows search, dates, order, size, page, columns and deleted records as they were', async () => {
  const { server, address } = openDataView({ [list]: () => answer({ totalCount: 95, limit: 50 }) }, 'admin', everything);
  expect(await cell('Tea')).toBeVisible();
  expect(lastQuery(server)).toEqual(wanted);
  expect(screen.getByPlaceholderText('Search')).toHaveValue('tea');
  expect(screen.getByRole('textbox', { name: 'Start Date' })).toHaveValue('2026-01-01');
  expect(screen.getByRole('switch', { name: 'Show deleted' })).toBeChecked();
  expect(screen.queryByRole('columnheader', { name: 'note' })).toBeNull();
  expect(address()).toBe(`/project/p1/data-storage/s1/view${everything}`);
});

test('what is chosen is in the address, and a link to another view of the storage shows that', async () => {
  const { user, server, address, router } = openDataView({
    [list]: ({ query }) => answer({ totalCount: 95, page: Number(query.get('page')) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(address()).toBe('/project/p1/data-storage/s1/view?page=3'));
  await user.type(screen.getByPlaceholderText('Search'), 'tea');
  await waitFor(() => expect(address()).toBe('/project/p1/data-storage/s1/view?search=tea'));
  await act(() => router.navigate(`/project/p1/data-storage/s1/view${everything}`));
  await waitFor(() => expect(lastQuery(server)).toEqual(wanted));
  expect(screen.getByRole('textbox', { name: 'End Date' })).toHaveValue('2026-01-31');
});

test('a link to a field, a page or columns that are no more shows records', async () => {
  const { server, address } = openDataView(
    {
      [list]: ({ query }) =>
        Number(query.get('page')) > 100
          ? refuse('query-too-broad', 'Page 7000 is too far.')
          : answer({ data: query.get('sortBy') ? [] : rows, totalCount: 2 }),
    },
    'admin',
    `?sort=gone&page=7000&hide=${columns.join(',')}`,
  );
  expect(await cell('Tea')).toBeVisible();
  expect(lastQuery(server)).toEqual({ page: '1', limit: '10' });
  expect(screen.queryByText('The records could not be loaded.')).toBeNull();
  expect(address()).not.toContain('gone');
});

test('a field to sort by that the storage has no more is left out', async () => {
  const { server } = openDataView({ [list]: ({ query }) => answer({ data: query.get('sortBy') ? [] : rows }) }, 'admin', '?sort=gone');
  expect(await cell('Tea')).toBeVisible();
  expect(lastQuery(server)).toEqual({ page: '1', limit: '10' });
});
