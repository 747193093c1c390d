import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPage, aStorage } from '../testing/builders.ts';
import { type fakeServer, refuse } from '../testing/fake-server.ts';
import { openDataStorage as open } from '../testing/open-data-storage.tsx';

const list = 'GET /app/project/:id/dataStorages';
const lastQuery = (to: ReturnType<typeof fakeServer>['to']) => Object.fromEntries(to(list).at(-1)?.query ?? []);
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => aStorage({ id: `s${n + 1}`, storageName: `Storage ${n + 1}`, storageKey: `keys${n + 1}` }));

test.each(['admin', 'developer', 'user'] as const)(
  // Covers S1-2.3-01, S1-2.3-05, S1-2.3-07, S1-2.3-08, S1-2.3-09, S1-2.3-10, S1-6-03
  'a %s sees the list',
  async (role) => {
    open({}, { role, storages: [aStorage(), aStorage({ id: 's2', storageName: 'Orders', storageKey: 'orders', is_softDelete: true })] });
    expect(await screen.findByRole('heading', { name: 'List of Data Storage' })).toBeVisible();
    expect(screen.getByText('Access and manage all your stored data in one convenient location.')).toBeVisible();
    const view = await screen.findByRole('link', { name: 'View Orders' });
    expect(view).toHaveAttribute('href', '/project/p1/data-storage/s2/view');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      '#',
      'ID',
      'Storage Name',
      'Storage Key',
      'Soft Delete',
      'Date Created',
      'Date Updated',
      'Action',
    ]);
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[4]?.textContent);
    expect(cells).toEqual(['No', 'Yes']);
    expect(screen.getAllByText(new Date('2026-01-02T03:04:05.000Z').toLocaleString())).toHaveLength(4);
    expect(screen.getByText('Total Data: 2')).toBeVisible();
    expect(screen.queryAllByRole('button', { name: /^Settings of/ })).toHaveLength(role === 'user' ? 0 : 2);
    expect(screen.queryAllByRole('button', { name: 'Add Data Storage' })).toHaveLength(role === 'user' ? 0 : 1);
  },
);

// Covers S1-2.3-06, S1-6-01
test('a superadmin sees whose they are, and nothing to change them with', async () => {
  open({}, { role: 'superadmin' });
  expect(await screen.findByText('Ada Lovelace')).toBeVisible();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '#',
    'ID',
    'User ID',
    'Owner',
    'Storage Name',
    'Storage Key',
    'Soft Delete',
    'Date Created',
    'Date Updated',
    'Action',
  ]);
  const cells = within(screen.getByRole('row', { name: /Products/ })).getAllByRole('cell');
  expect(cells.slice(2, 4).map((cell) => cell.textContent)).toEqual(['u1', 'Ada Lovelace']);
  expect(screen.queryByRole('button', { name: /^Settings of|^Add Data Storage/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^View / })).toBeNull();
});

// Covers S0-2.7-31, S1-2.3-25
test('each storage leads to its endpoints', async () => {
  open({}, { storages: many(2) });
  const links = await screen.findAllByRole('link', { name: /^Endpoints of / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/project/p1/endpoints?search=keys1',
    '/project/p1/endpoints?search=keys2',
  ]);
});

// Covers S1-9-03
test('the page bar has at most five numbers, the first and the last among them', async () => {
  const { user } = open({}, { storages: many(95) });
  const numbers = () =>
    within(screen.getByRole('navigation', { name: 'Pages' }))
      .getAllByRole('button', { name: /^Page / })
      .map((button) => button.textContent);
  await user.click(await screen.findByRole('button', { name: 'Page 4' }));
  await screen.findByText('Storage 31');
  expect(numbers()).toEqual(['1', '3', '4', '5', '10']);
  expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('1…345…10');
});

// Covers S1-2.3-12
test('it shows Loading... until the list is there', async () => {
  const { promise: waiting, resolve: arrive } = Promise.withResolvers<void>();
  open({ [list]: () => waiting.then(() => aPage([])) });
  expect(await screen.findByText('Loading...')).toBeVisible();
  arrive();
  expect(await screen.findByText('No Data')).toBeVisible();
});

// Covers S1-2.3-11, S1-2.3-10
test('an empty list says No Data', async () => {
  open({}, { storages: [] });
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(screen.getByText('Total Data: 0')).toBeVisible();
});

// Covers S1-2.3-04
test('page 2 goes on with number 11', async () => {
  const { user } = open({}, { storages: many(12) });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  const row = await screen.findByRole('row', { name: /Storage 11/ });
  expect(within(row).getAllByRole('cell')[0]).toHaveTextContent('11');
});

// Covers S1-2.3-02, S1-2.3-03, S1-4-01, S1-4-02
test('search and sort ask once after a pause, from page 1', async () => {
  const { user, to } = open({}, { storages: many(12) });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await screen.findByText('Storage 11');
  expect(lastQuery(to)).toEqual({ page: '2', limit: '10', sortOrder: 'ASC' });
  const before = to(list).length;
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or key' }), 'ord');
  await waitFor(() => expect(lastQuery(to)).toEqual({ page: '1', limit: '10', sortOrder: 'ASC', search: 'ord' }));
  expect(to(list)).toHaveLength(before + 1);
  await user.click(screen.getByRole('button', { name: /^Sort: ASC/ }));
  await waitFor(() => expect(lastQuery(to)).toMatchObject({ sortOrder: 'DESC' }));
});

// Covers S1-2.3-13, S1-2.3-14, S1-2.3-15, S1-2.3-16, S1-4-03
test('the filter applies at once; Apply only closes, Cancel clears', async () => {
  const { user, to } = open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Show storage with soft delete setting.' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await waitFor(() => expect(lastQuery(to)).toMatchObject({ filterDeleted: 'true' }));
  const before = to(list).length;
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filter Options' })).toBeNull());
  expect(to(list)).toHaveLength(before);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(lastQuery(to)).not.toHaveProperty('filterDeleted'));
});

// Covers S1-2.3-17, S1-5-09, S1-5-11, S1-4-03
test('the filter takes days as MM/dd/yyyy, whole and in order', async () => {
  const { user, to } = open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByLabelText('Created from'), '13/01/2026');
  expect(await screen.findByText('Date input not valid. Type it as 05/31/2026.')).toBeVisible();
  await user.clear(screen.getByLabelText('Created from'));
  await user.type(screen.getByLabelText('Created from'), '01/02/2099');
  await user.type(screen.getByLabelText('Created to'), '01/01/2099');
  expect(await screen.findByText('The end date must not be before the start date.')).toBeVisible();
  await user.clear(screen.getByLabelText('Created to'));
  await user.type(screen.getByLabelText('Created to'), '01/02/2099');
  await waitFor(() =>
    expect(lastQuery(to)).toMatchObject({
      filterDateFrom: '2099-01-02',
      filterDateTo: '2099-01-02',
    }),
  );
});

// Covers S0-1-08, S0-5-09, S0-5-10, S1-2.3-24, S1-5-01, S1-5-03, S1-8-05, S1-4-04
test('creating strips whitespace, hints at the plural, and the list grows', async () => {
  const storages = [aStorage()];
  const { user, to } = open(
    {
      'POST /app/project/:id/dataStorages': () => {
        storages.push(aStorage({ id: 's2', storageName: 'Tickets', storageKey: 'ticket' }));
        return Response.json({ success: true, data: storages[1] }, { status: 201 });
      },
    },
    { storages },
  );
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  const dialog = screen.getByRole('dialog', { name: 'Create Data Storage' });
  await user.type(within(dialog).getByLabelText('Storage Name'), 'Tickets');
  await user.clear(within(dialog).getByLabelText('Storage Key'));
  await user.type(within(dialog).getByLabelText('Storage Key'), 'my tickets');
  expect(within(dialog).getByLabelText('Storage Key')).toHaveValue('mytickets');
  await user.clear(within(dialog).getByLabelText('Storage Key'));
  await user.type(within(dialog).getByLabelText('Storage Key'), 'tic ket ');
  expect(within(dialog).getByLabelText('Storage Key')).toHaveValue('ticket');
  expect(within(dialog).getByText(/“tickets”/)).toBeVisible();
  await user.click(within(dialog).getByLabelText('Enable Soft Delete'));
  await user.click(within(dialog).getByRole('button', { name: 'Create Data Storage' }));
  expect(await screen.findByText('Data Storage created successfully.')).toBeVisible();
  expect(to('POST /app/project/:id/dataStorages')[0]?.body).toEqual({
    dataStorageName: 'Tickets',
    dataStorageKey: 'ticket',
    isSoftDelete: true,
    history: 30,
  });
  expect(await screen.findByText('Total Data: 2')).toBeVisible();
  expect(screen.getAllByRole('row').at(-1)).toHaveTextContent('Tickets');
});

test('the key follows the name until another is typed; the access is chosen, and Open leads to the new storage', async () => {
  const { user, to, address } = open({
    'POST /app/project/:id/dataStorages': () =>
      Response.json({ success: true, data: aStorage({ id: 's2', storageName: 'Notes' }) }, { status: 201 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  const key = screen.getByLabelText('Storage Key');
  await user.type(screen.getByLabelText('Storage Name'), 'Not');
  expect(key).toHaveValue('nots');
  act(() => key.focus());
  await user.keyboard('memos');
  await user.type(screen.getByLabelText('Storage Name'), 'es');
  expect(key).toHaveValue('memos');
  await user.selectOptions(screen.getByLabelText('Who uses it'), 'App users read all, and change their own');
  expect(screen.getByLabelText('History')).toHaveDisplayValue('30 days');
  await user.selectOptions(screen.getByLabelText('History'), 'Off');
  await user.click(screen.getByRole('button', { name: 'Create Data Storage' }));
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect(to('POST /app/project/:id/dataStorages')[0]?.body).toEqual({
    dataStorageName: 'Notes',
    dataStorageKey: 'memos',
    isSoftDelete: false,
    endUserAccess: { read: 'all', write: 'own' },
  });
  await waitFor(() => expect(address()).toBe('/project/p1/data-storage/s2/view'));
});

test('who asked for a storage on another page comes to the view of the new one', async () => {
  const { user, address } = open(
    {
      'POST /app/project/:id/dataStorages': () =>
        Response.json({ success: true, data: aStorage({ id: 's2', storageName: 'Notes' }) }, { status: 201 }),
    },
    { search: '?add=1' },
  );
  await user.type(await screen.findByLabelText('Storage Name'), 'Notes{Enter}');
  await waitFor(() => expect(address()).toBe('/project/p1/data-storage/s2/view'));
  expect(screen.getByText('Data Storage created successfully.')).toBeVisible();
});

test('a template fills in name and key, unless others are typed, and declares its fields', async () => {
  const created = aStorage({ id: 's2', storageName: 'Shelf', storageKey: 'orders' });
  const { user, to } = open({
    'POST /app/project/:id/dataStorages': () => ({ success: true, data: created }),
    'PUT /app/project/:id/dataStorages/:storageId/schema': () => ({ success: true, data: {} }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Create Data Storage' }));
  await user.selectOptions(dialog.getByLabelText('Start with'), 'Products');
  expect(dialog.getByLabelText('Storage Name')).toHaveValue('Products');
  await user.clear(dialog.getByLabelText('Storage Name'));
  await user.type(dialog.getByLabelText('Storage Name'), 'Shelf');
  await user.selectOptions(dialog.getByLabelText('Start with'), 'Orders');
  expect(dialog.getByLabelText('Storage Name')).toHaveValue('Shelf');
  expect(dialog.getByLabelText('Storage Key')).toHaveValue('shelfs'); // it followed the name
  expect(dialog.getByText(/^Fields: email, status, /)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create Data Storage' }));
  await screen.findByText('Data Storage created successfully.');
  const [declared] = to('PUT /app/project/:id/dataStorages/:storageId/schema');
  expect(declared?.path).toBe('/app/project/p1/dataStorages/s2/schema');
  expect(declared?.body).toMatchObject({ version: 0, state: 'learn', schema: { fields: { email: { type: 'email', required: true } } } });
});

test('a storage whose fields could not be declared is there, and the page says so', async () => {
  const { user, to } = open({
    'POST /app/project/:id/dataStorages': () => ({ success: true, data: aStorage({ id: 's2' }) }),
    'PUT /app/project/:id/dataStorages/:storageId/schema': () => refuse('invalid-argument', 'Too many.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  await user.selectOptions(screen.getByLabelText('Start with'), 'Posts');
  await user.click(screen.getByRole('button', { name: 'Create Data Storage' }));
  expect(await screen.findByText('The storage is created, but its fields could not be declared: Too many.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('POST /app/project/:id/dataStorages')).toHaveLength(1);
});

// Covers S1-4-06
test('a new storage that does not fit on the page is shown on the last one', async () => {
  const storages = many(10);
  const { user } = open(
    {
      'POST /app/project/:id/dataStorages': () => {
        storages.push(aStorage({ id: 's11', storageName: 'Eleventh' }));
        return { success: true, data: storages[10] };
      },
    },
    { storages },
  );
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  await user.type(screen.getByLabelText('Storage Name'), 'Eleventh');
  expect(screen.getByLabelText('Storage Key')).toHaveValue('elevenths');
  await user.type(screen.getByLabelText('Storage Key'), '{Enter}');
  expect(await screen.findByRole('row', { name: /^11 .*Eleventh/ })).toBeVisible();
});

// Covers S1-4-06
test('with the newest first a new storage is shown on the first page', async () => {
  const storages = many(21);
  const { user, to } = open(
    {
      'POST /app/project/:id/dataStorages': () => {
        storages.unshift(aStorage({ id: 's22', storageName: 'Newest' }));
        return { success: true, data: storages[0] };
      },
    },
    { storages },
  );
  await user.click(await screen.findByRole('button', { name: /^Sort: ASC/ }));
  await waitFor(() => expect(lastQuery(to)).toMatchObject({ sortOrder: 'DESC' }));
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  await user.type(screen.getByLabelText('Storage Name'), 'Newest');
  expect(screen.getByLabelText('Storage Key')).toHaveValue('newests');
  await user.type(screen.getByLabelText('Storage Key'), '{Enter}');
  expect(await screen.findByRole('row', { name: /^1 .*Newest/ })).toBeVisible();
  expect(lastQuery(to)).toMatchObject({ page: '1' });
});

// Covers S1-5-02
test('without a name or a key nothing is sent', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  await user.click(screen.getByRole('button', { name: 'Create Data Storage' }));
  expect(await screen.findByText('Enter a storage name.')).toBeVisible();
  expect(screen.getByText('Enter a storage key.')).toBeVisible();
  expect(screen.getByLabelText('Storage Name')).toHaveFocus();
  expect(calls.filter((call) => call.method === 'POST')).toEqual([]);
});

test.each([
  ['the server’s words', () => refuse('already-exists', 'This key is taken.'), 'This key is taken.'],
  ['the fallback', () => new Response('{}', { status: 500 }), 'Failed to create Data Storage.'],
  // Covers S1-8-06
])('a failed creation shows %s', async (_, answer, text) => {
  const { user } = open({ 'POST /app/project/:id/dataStorages': answer });
  await user.click(await screen.findByRole('button', { name: 'Add Data Storage' }));
  await user.type(screen.getByLabelText('Storage Name'), 'Tickets');
  expect(screen.getByLabelText('Storage Key')).toHaveValue('tickets');
  await user.type(screen.getByLabelText('Storage Key'), '{Enter}');
  expect(await screen.findByText(text)).toBeVisible();
});

// Covers S1-8-24
test('a list that cannot be loaded is logged; it can be tried again, and the words of the call are not shown', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const { user, answer } = open({ [list]: () => refuse('internal', 'Something broke.') });
  await screen.findByText('The data storages could not be loaded.');
  expect(screen.queryByText(/Something broke/)).toBeNull();
  expect(screen.queryAllByRole('status', { name: (name) => !name.startsWith('LiveSync') })).toEqual([]); // no toast
  expect(warned).toHaveBeenCalled();
  answer({ [list]: () => aPage([aStorage()]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'View Products' })).toBeVisible();
});

test('filters, order and page of a link are what is asked for, and stay in the address', async () => {
  const storages = Array.from({ length: 12 }, (_, n) => aStorage({ id: `s${n}` }));
  const search = '?search=ord&sort=DESC&softDelete=1&from=2026-01-01&to=2026-01-31&page=2';
  const { to, address } = open({}, { storages, search });
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  expect(Object.fromEntries(to(list).at(-1)?.query ?? [])).toEqual({
    page: '2',
    limit: '10',
    search: 'ord',
    sortOrder: 'DESC',
    filterDeleted: 'true',
    filterDateFrom: '2026-01-01',
    filterDateTo: '2026-01-31',
  });
  expect(address()).toBe(`/project/p1/data-storage${search}`);
});
