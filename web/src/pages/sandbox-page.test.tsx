import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, aStorage } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { asksBeforeLeaving } from '../testing/leaving.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const save = 'POST /app/project/p1/dataStorages/postmanSaveData';

async function open(routes: FakeRoutes = {}, query = '') {
  signInAs({ role: 'developer' });
  const server = fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages/sandbox': () =>
      aPage([aStorage(), aStorage({ id: 's2', storageName: 'Orders', storageKey: 'orders' })]),
    'GET /items': () => ({ title: 'Tea', price: 3, isNew: true, note: null }),
    ...routes,
  });
  const app = renderApp(`/project/p1/sandbox${query}`);
  await screen.findByRole('heading', { name: 'Sandbox' });
  const send = async (url = 'https://shop.test/items') => {
    if (url) await app.user.type(screen.getByRole('textbox', { name: 'URL' }), url);
    await app.user.click(screen.getByRole('button', { name: 'Send' }));
  };
  const openAddData = async () => {
    await app.user.click(screen.getByRole('button', { name: 'More actions' }));
    await app.user.click(screen.getByRole('menuitem', { name: 'Add Data' }));
    return screen.findByRole('dialog', { name: 'Add Data to Storage' });
  };
  return { ...server, ...app, send, openAddData };
}

// Covers S1-2.5-01, S1-2.5-02, S1-2.5-03
test('it offers GET alone, and Send without a URL sends nothing', async () => {
  const { send, calls } = await open();
  expect(screen.getByText('Test and experiment with your API endpoints in a secure and isolated environment.')).toBeVisible();
  expect(
    within(screen.getByLabelText('Method'))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['GET']);
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveAttribute('placeholder', 'https://');
  await send('');
  expect(await screen.findByText('Enter a URL.')).toBeVisible();
  expect(calls.filter(({ path }) => !path.startsWith('/app/'))).toEqual([]);
});

// Covers S1-2.5-05, S1-2.5-06, S1-2.5-07, S1-2.5-08, S1-2.5-09, S1-2.5-18
test('rows with key and value are sent, removed ones are not', async () => {
  const { user, to, send } = await open();
  const type = (name: string, text: string) => user.type(screen.getByRole('textbox', { name }), text);
  expect(screen.getAllByRole('textbox', { name: /^Params Key/ })).toHaveLength(1);
  await type('Params Key 1', 'limit');
  await type('Params Value 1', '5');
  expect(screen.getAllByRole('textbox', { name: /^Params Key/ })).toHaveLength(2);
  await type('Params Key 2', 'lonely');
  await type('Params Key 3', 'gone');
  await type('Params Value 3', 'x');
  await type('Params Description 1', 'how many');
  await user.click(screen.getByRole('button', { name: 'Remove Params row 3' }));
  await user.click(screen.getByRole('tab', { name: 'Headers' }));
  await type('Headers Key 1', 'X-Mark');
  await type('Headers Value 1', '7');
  await type('Headers Key 2', 'X-Empty');
  await send();
  await screen.findByText('200 | OK');
  const [call] = to('GET /items');
  expect(Object.fromEntries(call?.query ?? [])).toEqual({ limit: '5' });
  expect([...(call?.headers ?? [])]).toEqual([['x-mark', '7']]);
});

// Covers S1-2.5-10, S1-2.5-11, S1-2.5-12
test('Pretty colours the JSON by kind, Raw is its text', async () => {
  const { user, send } = await open();
  await send();
  const badge = await screen.findByText('200 | OK');
  expect(badge.closest('[data-tone]')).toHaveAttribute('data-tone', 'success');
  expect(screen.getByText('"title"')).toHaveAttribute('data-kind', 'key');
  expect(screen.getByText('"Tea"')).toHaveAttribute('data-kind', 'string');
  expect(screen.getByText('3')).toHaveAttribute('data-kind', 'number');
  expect(screen.getByText('true')).toHaveAttribute('data-kind', 'boolean');
  expect(screen.getByText('null')).toHaveAttribute('data-kind', 'null');
  await user.click(screen.getByRole('tab', { name: 'Raw' }));
  expect(screen.getByText('{"title":"Tea","price":3,"isNew":true,"note":null}')).toBeVisible();
});

test.each([
  [404, 'Not Found', true],
  [500, 'Internal Server Error', true],
  [403, 'Forbidden', false],
  // Covers S1-2.5-13, S1-2.5-14, S1-8-09, S1-8-10
] as const)('%i shows its status and message; a badge: %s %s', async (status, statusText, hasBadge) => {
  const { send } = await open({ 'GET /items': () => Response.json({ message: 'No such item.' }, { status, statusText }) });
  await send();
  expect(await screen.findByText(`${status} ${statusText}: No such item.`)).toBeVisible();
  const badge = screen.queryByText(`${status} | ${statusText}`);
  expect(badge?.closest('[data-tone]')?.getAttribute('data-tone') ?? null).toBe(hasBadge ? 'error' : null);
});

// Covers S1-2.5-14
test('201 shows no badge', async () => {
  const { send } = await open({ 'GET /items': () => Response.json({ made: 1 }, { status: 201, statusText: 'Created' }) });
  await send();
  await screen.findByText('"made"');
  expect(screen.queryByText('201 | Created')).toBeNull();
});

// Covers S1-8-10
test('an error without a message of its own shows a general one', async () => {
  const { send } = await open({ 'GET /items': () => Response.json({}, { status: 404, statusText: 'Not Found' }) });
  await send();
  expect(await screen.findByText(/An error occurred$/)).toBeVisible();
});

// Covers S1-2.5-19, S1-8-11
test('a blocked GET is offered through the platform, which shows the answer', async () => {
  const { user, to, send } = await open({
    'GET /items': () => Promise.reject(new TypeError('Failed to fetch')),
    'POST /app/project/p1/sandbox/send': () => ({ success: true, data: { status: 200, statusText: 'OK', body: '{"via":"platform"}' } }),
  });
  await send();
  expect(await screen.findByText('An unexpected error occurred')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send through Bedplate' }));
  expect(await screen.findByText('"platform"')).toBeVisible();
  expect(to('POST /app/project/p1/sandbox/send')[0]?.body).toEqual({ url: 'https://shop.test/items', headers: {} });
});

// Covers S1-2.5-04, S1-2.5-15, S1-2.5-16, S1-2.5-17
test('Add Data names the URL and asks for a storage', async () => {
  const { user, to, send, openAddData } = await open();
  await send();
  await screen.findByText('200 | OK');
  const dialog = await openAddData();
  expect(within(dialog).getByRole('textbox', { name: 'Endpoint' })).toHaveValue('https://shop.test/items');
  expect(within(dialog).getByRole('textbox', { name: 'Endpoint' })).toHaveAttribute('readonly');
  await within(dialog).findByRole('option', { name: 'Orders' });
  expect(
    within(dialog)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Select', 'Products', 'Orders']);
  await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
  expect(await within(dialog).findByText('Choose a storage.')).toBeVisible();
  expect(to(save)).toHaveLength(0);
});

// Covers S1-4-13, S1-4-14
test('Submit closes the modal and posts the last answer; the toast waits for the server', async () => {
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
  const { user, to, send, openAddData } = await open({ [save]: () => confirmed.then(() => ({ success: true })) });
  await send();
  await screen.findByText('200 | OK');
  const dialog = await openAddData();
  await within(dialog).findByRole('option', { name: 'Orders' });
  await user.selectOptions(within(dialog).getByLabelText('Storage'), 'Orders');
  await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to(save)[0]?.body).toEqual({ dataStorageId: 's2', responseData: { title: 'Tea', price: 3, isNew: true, note: null } });
  expect(screen.queryByText('Data added to storage successfully!')).toBeNull();
  confirm();
  expect(await screen.findByText('Data added to storage successfully!')).toBeVisible();
});

test.each([
  ['The storage is full.', () => refuse('quota-exceeded', 'The storage is full.')],
  ['Failed to insert data to storage.', () => new Response('', { status: 500 })],
  // Covers S1-8-08
])('a failed Add Data shows: %s', async (text, answer) => {
  const { user, send, openAddData } = await open({ [save]: answer });
  await send();
  await screen.findByText('200 | OK');
  const dialog = await openAddData();
  await within(dialog).findByRole('option', { name: 'Orders' });
  await user.selectOptions(within(dialog).getByLabelText('Storage'), 'Orders');
  await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText('Data added to storage successfully!')).toBeNull();
});

test('the playground calls the project’s own endpoint with typed keys, and shows samples without them', async () => {
  const { user, to } = await open({ 'GET /api/products/s1': () => ({ success: true, data: [] }) });
  await user.type(await screen.findByLabelText('API key'), 'bp_key');
  await user.type(screen.getByLabelText('Secret key'), 'bp_secret');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText(/^200/)).toBeVisible();
  const [call] = to('GET /api/products/s1');
  expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
    'x-api-key': 'bp_key',
    'x-secret-key': 'bp_secret',
    'x-project-id': 'p1',
  });
  const sample = screen.getByText(/^curl -X GET/);
  expect(sample).toHaveTextContent('X-Project-ID: p1');
  expect(sample).not.toHaveTextContent('bp_secret');
});

test.each([
  [502, '<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>'],
  [200, '{"id":9007199254740993}', '9007199254740993'],
])('the playground shows an answer of %d as it was sent: %s', async (status, sent, shown) => {
  const { user } = await open({ 'GET /api/products/s1': () => new Response(sent, { status }) });
  await user.type(await screen.findByLabelText('API key'), 'bp_key');
  await user.type(screen.getByLabelText('Secret key'), 'bp_secret');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText(shown)).toBeVisible();
});

test('an answer in the playground says what the call cost, and leads to its line in the request log', async () => {
  const headers = { 'X-Bedplate-Reads': '11', 'X-Bedplate-Writes': '0', 'X-Request-Id': 'r7' };
  const { user } = await open({ 'GET /api/products/s1': () => Response.json({ success: true, data: [] }, { headers }) });
  await user.type(await screen.findByLabelText('API key'), 'bp_key');
  await user.type(screen.getByLabelText('Secret key'), 'bp_secret');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText(/^200/)).toHaveTextContent('11 reads · 0 writes');
  expect(screen.getByRole('link', { name: 'Line in the request log' })).toHaveAttribute('href', '/project/p1/requests?id=r7');
});

test('a link opens the playground on its call: a file goes into a field of a record', async () => {
  const { user, to } = await open({ 'POST /api/orders/s2/dataId/r1/upload': () => ({ success: true }) }, '?storage=s2&call=upload');
  expect(await screen.findByText(/^curl -X POST/)).toHaveTextContent('/api/orders/s2/dataId/RECORD_ID/upload?fieldName=photo');
  await user.type(screen.getByLabelText('Record ID'), 'r1');
  await user.type(screen.getByLabelText('API key'), 'bp_key');
  await user.type(screen.getByLabelText('Secret key'), 'bp_secret');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Choose a file.')).toBeVisible();
  await user.upload(screen.getByLabelText('File'), new File(['a'], 'a.txt'));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText(/^200/)).toBeVisible();
  expect(to('POST /api/orders/s2/dataId/r1/upload')[0]?.query.get('fieldName')).toBe('photo');
});

test('Submit pressed twice within one frame adds the data once', async () => {
  const { user, to, send, openAddData } = await open({ [save]: () => ({ success: true }) });
  await send();
  await screen.findByText('200 | OK');
  const dialog = await openAddData();
  await within(dialog).findByRole('option', { name: 'Orders' });
  await user.selectOptions(within(dialog).getByLabelText('Storage'), 'Orders');
  const submit = within(dialog).getByRole('button', { name: 'Submit' });
  act(() => {
    submit.click();
    submit.click();
  });
  expect(await screen.findByText('Data added to storage successfully!')).toBeVisible();
  expect(to(save)).toHaveLength(1);
});

test('Raw and Pretty show the digits that a parsed number would lose, and Add Data does not change them', async () => {
  const { user, send, to, openAddData } = await open({ 'GET /items': () => new Response('{ "id": 9007199254740993 }', { status: 200 }) });
  await send();
  expect(await screen.findByText('9007199254740993')).toBeVisible();
  await user.click(await screen.findByRole('tab', { name: 'Raw' }));
  expect(screen.getByText('{ "id": 9007199254740993 }')).toBeVisible();
  const dialog = await openAddData();
  expect(within(dialog).getByText(/9007199254740993, whose last digits would be lost/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Submit' })).toBeDisabled();
  expect(to(save)).toEqual([]);
});

// Covers S1-4-13
test.each([
  ['nothing yet', null, /^Send a request first/],
  ['a text', '"Tea"', /neither a JSON object nor a list/],
  ['no JSON', '<p>Tea</p>', /neither a JSON object nor a list/],
  ['a list of numbers', '[1]', /neither a JSON object nor a list/],
  ['a name that stands twice', '[{"a":1},{"b":{"c":1,"c":2}}]', /has the same name twice, and only the last value would be kept/],
])('Add Data with %s says why nothing can be stored', async (_, answer, reason) => {
  const { send, to, openAddData } = await open({ 'GET /items': () => new Response(answer) });
  if (answer !== null) {
    await send();
    await screen.findByText('200 | OK');
  }
  const dialog = await openAddData();
  expect(within(dialog).getByText(reason)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Submit' })).toBeDisabled();
  expect(to(save)).toEqual([]);
});

// Covers S1-2.5-03
test.each(['shop.test/items', 'ftp://shop.test', 'localhost:5000'])('%s is no whole URL, and the field says so', async (url) => {
  const { send, calls } = await open();
  await send(url);
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveAccessibleDescription('Enter a whole URL, such as https://example.com/items.');
  expect(calls.filter(({ path }) => !path.startsWith('/app/'))).toEqual([]);
});

test('a typed request asks before it is lost, until it was sent', async () => {
  const { user, send } = await open();
  expect(asksBeforeLeaving()).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Params Key 1' }), 'limit');
  expect(asksBeforeLeaving()).toBe(true);
  await send();
  await screen.findByText('200', { exact: false });
  expect(asksBeforeLeaving()).toBe(false);
});

test('a typed body of the playground asks before it is lost', async () => {
  const { user } = await open({}, '?call=create');
  await user.type(await screen.findByRole('textbox', { name: 'Body (JSON)' }), ' ');
  expect(asksBeforeLeaving()).toBe(true);
});
