import { type ApiKey, messages } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAccount, aPage, aProject } from '../../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const shopPage: ApiKey = {
  id: 'k1',
  kind: 'scoped',
  name: 'Shop page',
  projectId: 'p1',
  ending: 'wxyz',
  storages: ['*'],
  verbs: ['read'],
  origins: ['https://shop.example.com'],
  active: true,
  expiresAt: null,
  requestsPerMinute: 60_000,
  requestsPerMinutePerClient: 30_000,
  cap: null,
  capUsed: 0,
  lastUsedAt: null,
  calls: 0,
  createdAt: '2026-11-01T00:00:00Z',
};
const pair: ApiKey = { ...shopPage, id: 'k0', kind: 'account', name: 'Account', projectId: null };

function open(routes: FakeRoutes = {}) {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server to renew the token at here
  signInAs();
  const server = fakeServer({
    'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
    'GET /app/projects': () => aPage([aProject({ id: 'p1', name: 'Shop' })]),
    'GET /app/dataStorages/users': () => ({
      success: true,
      data: [
        { id: 's1', projectId: 'p1', storageName: 'Orders' },
        { id: 's2', projectId: 'p2', storageName: 'Elsewhere' },
      ],
    }),
    'GET /app/keys': () => ({ success: true, data: [pair] }),
    ...routes,
  });
  return { ...server, ...renderApp('/administration') };
}

const panel = async () => within(await screen.findByRole('region', { name: 'Named keys' }));

test('a named key is made for one storage with what it may do, and is shown once', async () => {
  const keys = [pair];
  const { user, to } = open({
    'GET /app/keys': () => ({ success: true, data: keys }),
    'POST /app/keys': () => {
      keys.push(shopPage);
      return Response.json({ success: true, message: messages.keyAdded, data: { ...shopPage, apiKey: 'bp_key_once' } }, { status: 201 });
    },
  });
  expect(await (await panel()).findByText('There is no named key yet.')).toBeVisible(); // the account's pair is none
  await user.click((await panel()).getByRole('button', { name: 'New named key' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New named key' }));
  await user.type(dialog.getByLabelText('Name'), 'Shop page');
  await dialog.findByRole('option', { name: 'Shop' });
  await user.selectOptions(dialog.getByLabelText('Project'), 'Shop');
  await user.click(dialog.getByRole('switch', { name: 'All storages' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'Orders' }));
  expect(dialog.queryByRole('checkbox', { name: 'Elsewhere' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'Create' }));
  await user.type(dialog.getByLabelText('Origins'), 'https://shop.example.com/');
  await user.type(dialog.getByLabelText('Calls per minute of one client (optional)'), '20');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText(messages.keyAdded)).toBeVisible();
  expect(to('POST /app/keys')[0]?.body).toEqual({
    name: 'Shop page',
    projectId: 'p1',
    storages: ['s1'],
    verbs: ['read', 'create'],
    origins: ['https://shop.example.com'],
    expiresAt: null,
    requestsPerMinute: null,
    requestsPerMinutePerClient: 20,
    cap: null,
  });
  await user.click(dialog.getByRole('button', { name: 'Show Shop page' }));
  expect(dialog.getByText('bp_key_once')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await (await panel()).findByText('Shop page')).toBeVisible();
  expect(screen.queryByText('bp_key_once')).toBeNull();
});

test('what is missing or wrong stands at its field, and nothing is sent', async () => {
  const { user, to } = open();
  await user.click(await (await panel()).findByRole('button', { name: 'New named key' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New named key' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Read' }));
  await user.click(dialog.getByRole('switch', { name: 'All storages' }));
  await user.type(dialog.getByLabelText('Origins'), 'shop.example.com/page');
  await user.type(dialog.getByLabelText('Calls per minute (optional)'), '1.5');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  for (const problem of [
    'Enter a name.',
    'Choose a project.',
    'Choose at least one storage.',
    'Choose at least one.',
    /Give origins/,
    /Enter a whole number from 1 to/,
  ])
    expect(dialog.getByText(problem)).toBeVisible();
  expect(to('POST /app/keys')).toEqual([]);
});

test('a key is edited and switched off; only what was changed is sent', async () => {
  const row = { ...shopPage, storages: ['s1'], expiresAt: '2099-05-01T12:00:00.000Z', requestsPerMinute: 500 };
  const { user, to, answer } = open({
    'GET /app/keys': () => ({ success: true, data: [pair, row] }),
    'PUT /app/keys/:id': () => refuse('unavailable', 'Not now.'),
  });
  await user.click(await (await panel()).findByRole('button', { name: 'Edit Shop page' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit the key Shop page' }));
  expect(dialog.getByLabelText('Name')).toHaveValue('Shop page');
  expect(dialog.queryByLabelText('Project')).toBeNull();
  expect(await dialog.findByRole('checkbox', { name: 'Orders' })).toBeChecked();
  expect(dialog.getByLabelText('Origins')).toHaveValue('https://shop.example.com');
  expect(dialog.getByLabelText('Last day (optional)')).toHaveValue('05/01/2099');
  expect(dialog.getByLabelText('Calls per minute (optional)')).toHaveValue('500');
  expect(dialog.getByLabelText('Calls per minute of one client (optional)')).toHaveValue('');
  await user.clear(dialog.getByLabelText('Calls per minute (optional)'));
  await user.click(dialog.getByRole('switch', { name: 'Active' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Update' }));
  await user.click(dialog.getByRole('button', { name: 'Save key' }));
  expect(await dialog.findByText('Not now.')).toBeVisible();
  answer({ 'PUT /app/keys/:id': () => ({ success: true, message: messages.keyUpdated, data: row }) });
  await user.click(dialog.getByRole('button', { name: 'Save key' }));
  expect(await screen.findByText(messages.keyUpdated)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('PUT /app/keys/:id').map(({ path, body }) => [path, body])).toEqual(
    Array.from({ length: 2 }, () => [
      '/app/keys/k1',
      { active: false, verbs: ['read', 'update'], requestsPerMinute: null, seen: { verbs: ['read'] } },
    ]),
  );
});

test('a key that has ended is switched on again without a new day, or gets one', async () => {
  const row = { ...shopPage, active: false, expiresAt: '2020-05-01T12:00:00.000Z' };
  const { user, to } = open({
    'GET /app/keys': () => ({ success: true, data: [pair, row] }),
    'PUT /app/keys/:id': () => ({ success: true, message: messages.keyUpdated, data: row }),
  });
  await user.click(await (await panel()).findByRole('button', { name: 'Edit Shop page' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit the key Shop page' }));
  await user.click(dialog.getByRole('switch', { name: 'Active' }));
  await user.clear(dialog.getByLabelText('Last day (optional)'));
  await user.click(dialog.getByRole('button', { name: 'Save key' }));
  await waitFor(() => expect(to('PUT /app/keys/:id')[0]?.body).toEqual({ active: true, expiresAt: null }));
});

test('an edit without a change sends nothing', async () => {
  const { user, to } = open({ 'GET /app/keys': () => ({ success: true, data: [pair, shopPage] }) });
  await user.click(await (await panel()).findByRole('button', { name: 'Edit Shop page' }));
  await user.click(screen.getByRole('button', { name: 'Save key' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('PUT /app/keys/:id')).toEqual([]);
});

test('removing a key asks first; a refusal stays in the dialog', async () => {
  const { user, to, answer } = open({
    'GET /app/keys': () => ({ success: true, data: [pair, shopPage] }),
    'DELETE /app/keys/:id': () => refuse('unavailable', 'Not now.'),
  });
  await user.click(await (await panel()).findByRole('button', { name: 'Remove Shop page' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Remove the key Shop page?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Not now.')).toBeVisible();
  answer({
    'GET /app/keys': () => ({ success: true, data: [pair] }),
    'DELETE /app/keys/:id': () => ({ success: true, message: messages.keyRemoved }),
  });
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(messages.keyRemoved)).toBeVisible();
  expect(await (await panel()).findByText('There is no named key yet.')).toBeVisible();
  expect(to('DELETE /app/keys/:id').map(({ path }) => path)).toEqual(['/app/keys/k1', '/app/keys/k1']);
});

test('a key says whether it is off or over, and how much it is used', async () => {
  const used = { calls: 1200, lastUsedAt: new Date().toISOString() };
  const rows = [
    { ...shopPage, ...used, id: 'k2', name: 'Past', expiresAt: '2020-05-01T12:00:00Z' },
    { ...shopPage, id: 'k3', name: 'Coming', expiresAt: '2099-05-01T12:00:00Z' },
    { ...shopPage, id: 'k4', name: 'Paused', active: false },
  ];
  open({ 'GET /app/keys': () => ({ success: true, data: rows }) });
  const items = await (await panel()).findAllByRole('listitem');
  expect(items[0]).toHaveTextContent(/Ended .*2020.*1,200 calls, last used/);
  expect(items[1]).toHaveTextContent(/Until .*2099.*Never used/);
  expect(items[2]).toHaveTextContent(/Off/);
});

test('a key is paused and resumed with one press', async () => {
  let active = true;
  const { user, to } = open({
    'GET /app/keys': () => ({ success: true, data: [pair, { ...shopPage, active }] }),
    'PUT /app/keys/k1': ({ body }) => {
      ({ active } = body as { active: boolean });
      return { success: true, message: messages.keyUpdated, data: { ...shopPage, active } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Pause Shop page' }));
  await user.click(await screen.findByRole('button', { name: 'Resume Shop page' }));
  expect(await screen.findByRole('button', { name: 'Pause Shop page' })).toBeVisible();
  expect(to('PUT /app/keys/k1').map(({ body }) => body)).toEqual([{ active: false }, { active: true }]);
});
