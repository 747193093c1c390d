import { type Endpoint, type Role, timings } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPage, aProject, aStorage } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const list = 'GET /app/project/:id/endpoints';
const update = 'PUT /app/endpoints/e1';

function anEndpoint(facts: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'e1',
    userId: 'u1',
    user: { name: 'Ada Lovelace' },
    projectId: 'p1',
    dataStorageId: 's1',
    dataStorage: { storageName: 'Orders', storageKey: 'orders' },
    endpoint: 'https://app.test/api/orders/s1',
    type: 'api',
    functionality: 'receiver',
    method: 'get',
    generated: false,
    endedAt: null,
    headers: ['X-API-Key', 'X-Secret-Key', 'X-Project-ID'],
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
    ...facts,
  };
}

function open(routes: FakeRoutes = {}, { role = 'admin', endpoints = [anEndpoint()] }: { role?: Role; endpoints?: Endpoint[] } = {}) {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/dataStorages/users': () => aPage([aStorage({ storageName: 'Orders' }), aStorage({ id: 's2', storageName: 'Products' })]),
    [list]: ({ query }) => {
      const start = (Number(query.get('page')) - 1) * 12;
      return aPage(endpoints.slice(start, start + 12), {
        limit: 12,
        totalCount: endpoints.length,
        totalPages: Math.ceil(endpoints.length / 12),
      });
    },
    ...routes,
  });
  return { ...server, ...renderApp('/project/p1/endpoints') };
}

async function openDialog(routes: FakeRoutes = {}, endpoint = anEndpoint(), ready: string | null = 'Products') {
  const app = open(routes, { endpoints: [endpoint] });
  await app.user.click(await screen.findByRole('button', { name: /^Configure endpoint/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Configure Data Storage' });
  if (ready) await within(dialog).findByRole('option', { name: ready });
  const field = (name: string) => within(dialog).getByLabelText(name);
  const choose = (name: string, option: string) => app.user.selectOptions(field(name), option);
  const press = (name: string) => app.user.click(within(dialog).getByRole('button', { name }));
  return { ...app, dialog, field, choose, press };
}

const optionsOf = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map((option) => option.textContent);

test.each(['admin', 'developer', 'user'] as const)(
  // Covers S1-2.4-01, S1-2.4-04, S1-2.4-06, S1-2.4-07, S1-2.4-09, S1-2.4-10
  'a %s sees the list in its columns',
  async (role) => {
    open({}, { role, endpoints: [anEndpoint({ generated: true })] });
    expect(await screen.findByRole('heading', { name: 'List of Endpoints' })).toBeVisible();
    expect(screen.getByText('Explore and manage all your API endpoints seamlessly from a single dashboard.')).toBeVisible();
    const row = await screen.findByRole('row', { name: /Orders/ });
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      '#',
      'ID',
      'Storage',
      'Method',
      'Endpoint',
      'Headers',
      'Description',
      'Date Created',
      'Date Updated',
      ...(role === 'user' ? [] : ['Action']),
    ]);
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(2, 7)).toEqual(['Orders', 'GET', '/api/orders/s1', 'X-API-Key, X-Secret-Key, X-Project-ID', 'Receiver']);
    expect(screen.queryAllByRole('button', { name: /^Configure endpoint/ })).toHaveLength(role === 'user' ? 0 : 1);
  },
);

test('each storage of the project has all its calls, and Try opens one in the playground', async () => {
  open();
  expect(await screen.findByText('/api/products/s1/dataId/{id}/upload?fieldName=photo')).toBeInTheDocument();
  const { length } = screen.getAllByRole('link', { name: /^Try: /, hidden: true });
  expect(length).toBe(12);
  const [remove] = screen.getAllByRole('link', { name: 'Try: Delete a record', hidden: true });
  expect(remove).toHaveAttribute('href', '/project/p1/sandbox?storage=s1&call=remove');
});

// Covers S1-2.4-05
test('a superadmin reads between ID and Storage whose an endpoint is, row by row, and gets no action', async () => {
  const endpoints = [
    anEndpoint({ id: 'e1', userId: 'owner-1' }),
    anEndpoint({ id: 'e2', userId: 'owner-2', user: { name: 'Grace Hopper' }, dataStorage: { storageName: 'Ships', storageKey: 'ships' } }),
  ];
  const { user } = open({}, { role: 'superadmin', endpoints });
  const row = await screen.findByRole('row', { name: /Ships/ });
  const titles = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(titles.slice(0, 5)).toEqual(['#', 'ID', 'User ID', 'Owner', 'Storage']);
  expect(titles).not.toContain('Action');
  expect(screen.queryByRole('button', { name: /^Configure endpoint/ })).toBeNull();
  const owners = [screen.getByRole('row', { name: /Orders/ }), row].map((each) => within(each).getAllByRole('cell')[3]?.textContent);
  expect(owners).toEqual(['Ada Lovelace', 'Grace Hopper']);
  await user.click(within(row).getByRole('button', { name: 'Copy user ID' }));
  expect(await navigator.clipboard.readText()).toBe('owner-2');
});

// Covers S1-2.3-12, S1-9-01
test('it shows Loading..., twelve on a page, and page 2 begins with number 13', async () => {
  const endpoints = Array.from({ length: 14 }, (_, n) => anEndpoint({ id: `e${n + 1}` }));
  const { user } = open({}, { endpoints });
  expect(await screen.findByText('Loading...')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(13));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  expect(within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')[0]).toHaveTextContent('13');
});

// Covers S1-9-02, S1-2.4-02, S1-2.4-03
test('search asks once after a pause; sort begins with ASC', async () => {
  const { user, to } = open();
  await screen.findByRole('row', { name: /Orders/ });
  const lastQuery = () => Object.fromEntries(to(list).at(-1)?.query ?? []);
  expect(lastQuery()).toEqual({ page: '1', limit: '12', sortOrder: 'ASC' });
  const before = to(list).length;
  await user.type(screen.getByRole('searchbox'), 'ord');
  await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'ord' }));
  expect(to(list)).toHaveLength(before + 1);
  await user.click(screen.getByRole('button', { name: /^Sort: ASC/ }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sortOrder: 'DESC' }));
});

// Covers S1-2.4-11, S1-2.4-12, S1-2.4-13, S1-2.4-14, S1-2.4-16, S1-2.4-17, S1-2.4-18, S1-2.4-19,
// S1-5-05
test('the dialog’s fields', async () => {
  const { dialog, field, choose } = await openDialog();
  expect(optionsOf(field('Type'))).toEqual(['Select', 'Webhook', 'API']);
  expect(optionsOf(field('Method'))).toEqual(['get', 'post', 'PUT/PATCH']);
  expect(optionsOf(field('Functionality'))).toEqual(['Select', 'Sender', 'Receiver']);
  expect(optionsOf(field('Storage'))).toEqual(['Select', 'Orders', 'Products']);
  for (const name of ['Type', 'Functionality', 'Storage']) expect(field(name)).toBeRequired();
  expect(field('Endpoint')).toHaveAttribute('placeholder', 'https://');
  expect(within(dialog).getByText('Sender sends data to Bedplate, Receiver receives data from Bedplate.')).toBeVisible();
  await choose('Type', 'Webhook');
  expect(within(dialog).queryByLabelText('Method')).toBeNull();
  // An address that is ours is not typed.
  await choose('Functionality', 'Sender');
  expect(field('Endpoint')).not.toBeRequired();
  await choose('Functionality', 'Receiver');
  expect(field('Endpoint')).toBeRequired();
});

test('a receiver without an address is told at the field, beside what else is missing', async () => {
  const { user, field, choose, press, to } = await openDialog({ [update]: () => ({ success: true }) });
  await choose('Type', 'Webhook');
  await user.clear(field('Endpoint'));
  await choose('Storage', 'Select');
  await press('Update');
  await waitFor(() => expect(field('Endpoint')).toHaveAccessibleDescription('Enter the URL that receives the deliveries.'));
  expect(field('Storage')).toBeInvalid();
  expect(to(update)).toEqual([]);
});

// Covers S1-2.4-08
test('of a generated endpoint only the functionality can be changed', async () => {
  const { field, choose, press, to, dialog } = await openDialog(
    { [update]: () => ({ success: true }) },
    anEndpoint({ generated: true }),
    null,
  );
  for (const name of ['Type', 'Method', 'Endpoint', 'Storage']) expect(field(name)).toBeDisabled();
  expect(field('Endpoint')).toHaveValue('https://app.test/api/orders/s1');
  expect(within(dialog).queryByRole('button', { name: 'Remove' })).toBeNull();
  await choose('Functionality', 'Sender');
  await press('Update');
  await waitFor(() => expect(to(update)[0]?.body).toEqual({ functionality: 'sender' }));
});

// Covers S1-2.4-19
test('an own endpoint is a note, and only storages of its project can be chosen', async () => {
  const storages = aPage([aStorage({ storageName: 'Products' }), aStorage({ id: 's9', storageName: 'Products', projectId: 'p2' })]);
  const { field } = await openDialog({ 'GET /app/dataStorages/users': () => storages });
  expect(optionsOf(field('Storage'))).toEqual(['Select', 'Products']);
  expect(screen.getByText('Note')).toBeInTheDocument();
});

// Covers S1-4-08, S1-4-09
test('sender clears the endpoint, receiver brings it back', async () => {
  const { field, choose } = await openDialog();
  await choose('Functionality', 'Sender');
  expect(field('Endpoint')).toHaveValue('');
  await choose('Functionality', 'Receiver');
  expect(field('Endpoint')).toHaveValue('https://app.test/api/orders/s1');
});

test.each([
  ['Webhook', 'Sender', null, true],
  ['API', 'Sender', 'post', true],
  ['API', 'Sender', 'PUT/PATCH', true],
  ['API', 'Sender', 'get', false],
  ['API', 'Receiver', 'post', false],
  ['Webhook', 'Receiver', null, false],
  // Covers S1-4-10, S1-4-11, S1-4-12
] as const)('with %s, %s and %s the endpoint is disabled: %s', async (type, functionality, method, disabled) => {
  const { field, choose } = await openDialog();
  if (method) await choose('Method', method);
  await choose('Type', type);
  await choose('Functionality', functionality);
  expect((field('Endpoint') as HTMLInputElement).disabled).toBe(disabled);
});

// Covers S1-5-05
test.each(['Type', 'Functionality', 'Storage'])('Update without %s sends nothing', async (name) => {
  const { to, choose, press, dialog } = await openDialog();
  await choose(name, 'Select');
  await press('Update');
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  expect(to(update)).toHaveLength(0);
});

// Covers S1-2.4-20, S1-2.4-23
test('Update saves; a green banner stands for a second, then the dialog closes', async () => {
  const endpoint = anEndpoint();
  let answeredAt = Number.NaN;
  const answer = () => {
    answeredAt = Date.now();
    return { success: true, data: endpoint };
  };
  const { to, choose, press, dialog } = await openDialog({ [update]: answer }, endpoint);
  await choose('Storage', 'Products');
  await press('Update');
  const banner = await within(dialog).findByText('Endpoint updated successfully');
  expect(banner).toBeVisible();
  expect(to(update)[0]?.body).toEqual({ dataStorageId: 's2' }); // somebody else may have changed the rest meanwhile
  await waitFor(() => expect(screen.queryByText('Endpoint updated successfully')).toBeNull());
  expect(Date.now() - answeredAt).toBeGreaterThanOrEqual(timings.endpointBanner);
  expect(to(list).length).toBeGreaterThan(1);
});

test.each([
  ['The address is not allowed.', () => refuse('invalid-argument', 'The address is not allowed.')],
  ['Something went wrong when creating the endpoint.', () => new Response('', { status: 500 })],
  // Covers S1-8-07
])('a failed update shows a red banner: %s', async (text, answer) => {
  const { press, dialog } = await openDialog({ [update]: answer });
  await press('Update');
  expect(await within(dialog).findByText(text)).toBeVisible();
});

// Covers S1-2.4-21, S1-2.4-22
test('Remove asks first; accepting deletes and the row goes', async () => {
  const endpoints = [anEndpoint()];
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const remove = 'DELETE /app/endpoints/e1';
  const { user, to } = open({ [remove]: () => (endpoints.pop(), { success: true }) }, { endpoints });
  await user.click(await screen.findByRole('button', { name: /^Configure endpoint/ }));
  const button = await screen.findByRole('button', { name: 'Remove' });
  await user.click(button);
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this database?');
  expect(to(remove)).toHaveLength(0);
  await user.click(button);
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(to(remove)).toHaveLength(1);
});

// Covers S1-8-24
test('a failed list shows the common failed state, and no toast', async () => {
  open({ [list]: () => new Response('', { status: 500 }) });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('status', { name: '' })?.textContent ?? '').not.toContain('fail');
});

test('a dialog that is closed before its banner ends takes no later one with it', async () => {
  const { user, choose, press, dialog } = await openDialog({ [update]: () => ({ success: true, data: anEndpoint() }) });
  await choose('Storage', 'Products');
  await press('Update');
  await within(dialog).findByText('Endpoint updated successfully');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Configure endpoint/ }));
  const next = await screen.findByRole('dialog', { name: 'Configure Data Storage' });
  await new Promise((resolve) => setTimeout(resolve, timings.endpointBanner + 200));
  expect(next).toBeVisible();
});

test('two presses within one frame remove once, test once and send a delivery again once', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const [test, replay] = ['POST /app/endpoints/e1/test', 'POST /app/endpoints/e1/deliveries/d1/replay'];
  const remove = 'DELETE /app/endpoints/e1';
  const delivery = { id: 'd1', event: 'create', state: 'failed', attempts: 1, tries: [], createdAt: '2026-01-02T03:04:05.000Z' };
  const endpoint = anEndpoint({ type: 'webhook', endpoint: 'https://hook.test/in' });
  const { user, to } = open(
    {
      'GET /app/endpoints/:id/deliveries': () => aPage([delivery]),
      'GET /app/endpoints/:id/secret': () => ({ success: true, data: { secret: 's' } }),
      [test]: () => ({ success: true }),
      [replay]: () => ({ success: true }),
      [remove]: () => ({ success: true }),
    },
    { endpoints: [endpoint] },
  );
  const pressTwice = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button).toBeEnabled());
    act(() => {
      button.click();
      button.click();
    });
  };
  await user.click(await screen.findByRole('button', { name: /^Deliveries of/ }));
  await pressTwice('Send a test');
  await waitFor(() => expect(to(test)).toHaveLength(1));
  await pressTwice('Send delivery d1 again');
  await waitFor(() => expect(to(replay)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Configure endpoint/ }));
  await pressTwice('Remove');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([to(test).length, to(replay).length, to(remove).length]).toEqual([1, 1, 1]);
});

test('a receiver that is gone for good is marked as ended', async () => {
  const receiver = { type: 'webhook', functionality: 'receiver', method: 'post', endpoint: 'https://shop.test/hook' } as const;
  open({}, { endpoints: [anEndpoint({ ...receiver, endedAt: '2026-05-01T12:00:00.000Z' }), anEndpoint({ ...receiver, id: 'e2' })] });
  expect(await screen.findAllByText('Ended')).toHaveLength(1);
  expect(screen.getByTitle(/answered 410 Gone/)).toHaveTextContent('Ended');
});
