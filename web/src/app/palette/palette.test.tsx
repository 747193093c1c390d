import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, aStorage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

async function open(path = '/project/p1/archived-storage') {
  signInAs();
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject(), aProject({ id: 'p2', name: 'Borealis' })]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/archivedStorages': () => aPage([]),
    'GET /app/fileStorage/p1/folders': () => aPage([]),
    'GET /app/dataStorages/users': () => ({
      success: true,
      data: [aStorage({ storageName: 'Orders' }), aStorage({ id: 's2', storageName: 'Notes' })],
    }),
    'GET /app/project/:id/dataStorages/:storageId': ({ path }) => aPage(path.endsWith('/s2') ? [{ id: '07ybqknyajcg6teg3a6s' }] : []),
  });
  const app = renderApp(path);
  await screen.findByText('No Data');
  return { ...server, ...app };
}

test('Ctrl-K opens the palette; typing, arrows and Enter lead to a page', async () => {
  const { user, address } = await open();
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Commands' });
  await user.type(within(dialog).getByRole('combobox'), 'file');
  expect(within(dialog).getByRole('option', { selected: true })).toHaveTextContent('File Storage');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/project/p1/file-storage'));
});

test('it finds projects, and says when nothing matches', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Search pages and actions' }));
  const search = await screen.findByRole('combobox');
  await user.type(search, 'bore');
  expect(await screen.findByRole('option', { name: /Borealis/ })).toBeVisible();
  await user.type(search, 'xyz');
  expect(screen.getByText('Nothing matches.')).toBeVisible();
});

test('a word costs no search of records, and a short ID of an app is looked for', async () => {
  const { user, to } = await open();
  await user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('combobox');
  await user.type(search, 'notifications');
  expect(await screen.findByRole('option', { name: /Webhooks/ })).toBeVisible();
  await user.clear(search);
  await user.click(search);
  await user.paste('order-17');
  await waitFor(() =>
    expect(to('GET /app/project/:id/dataStorages/:storageId').map(({ query }) => query.get('search'))).toEqual(['order-17', 'order-17']),
  );
});

test('while records are looked for, it says so instead of that nothing matches', async () => {
  const { user, answer } = await open();
  const found = Promise.withResolvers<object>();
  answer({ 'GET /app/project/:id/dataStorages/:storageId': () => found.promise });
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox'));
  await user.paste('order-17');
  expect((await screen.findAllByText('Searching …')).length).toBe(2); // seen and heard
  expect(screen.queryByText('Nothing matches.')).toBeNull();
  found.resolve(aPage([]));
  expect(await screen.findByText('Nothing matches.')).toBeVisible();
  expect(screen.queryByText('Searching …')).toBeNull();
});

test('g and a letter lead to a page, ? shows the shortcuts; not while typing', async () => {
  const { user, address } = await open();
  await user.keyboard('gf');
  await waitFor(() => expect(address()).toBe('/project/p1/file-storage'));
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getAllByText('Ctrl')[0]).toBeVisible();
});

test('keys that choose words of an input method neither run nor choose a command', async () => {
  const { user, address } = await open();
  await user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('combobox');
  const first = screen.getByRole('option', { selected: true }).textContent;
  fireEvent.keyDown(search, { key: 'ArrowDown', isComposing: true });
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(search, { key: 'Enter', keyCode: 229 }); // of Safari
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent(first);
  expect(screen.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  expect(address()).toBe('/project/p1/archived-storage');
});

test('an ID leads to its record, in the storage that holds it', async () => {
  const { user, address } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), '07ybqknyajcg6teg3a6s');
  const record = await screen.findByRole('option', { name: /Record in Notes/ });
  expect(screen.queryByRole('option', { name: /Record in Orders/ })).toBeNull();
  expect(screen.getByText('1 result')).toBeInTheDocument();
  await user.click(record);
  await waitFor(() => expect(address()).toBe('/project/p1/data-storage/s2/view?search=07ybqknyajcg6teg3a6s'));
});
