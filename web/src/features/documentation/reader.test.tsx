import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { signInAs } from '../../testing/render-app.tsx';
import { ReaderProvider, useReader } from './reader.tsx';
import { fillIn } from './sample-values.ts';

function Sample() {
  const { values } = useReader();
  return <output>{fillIn('people {{usersStorageId}}, notes {{notesStorageId}}, any {{storageKey}}/{{storageId}}', values)}</output>;
}

test.each([
  [['users', 'notes'], 'people s-users, notes s-notes, any notes/s-notes'],
  [['users', 'notes', 'projects'], 'people s-users, notes s-notes, any projects/s-projects'],
  [['users'], 'people s-users, notes YOUR_NOTES_STORAGE_ID, any users/s-users'],
])('samples of who has %j name the storages of users and notes by their keys', async (keys, text) => {
  signInAs();
  const storages = keys.map((storageKey) => ({ id: `s-${storageKey}`, storageName: storageKey, storageKey }));
  fakeServer({
    'GET /app/projects': () => aPage([{ id: 'p1', name: 'App' }]),
    'GET /app/project/p1/dataStorages': () => aPage(storages),
  });
  render(
    <ReaderProvider>
      <Sample />
    </ReaderProvider>,
  );
  expect(await screen.findByText(text)).toBeTruthy();
});

test('samples name a storage that was made in another tab once the reader is back, and keep their names where reading fails', async () => {
  signInAs();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const answers = [aPage([]), aPage([{ id: 's-users', storageName: 'Users', storageKey: 'users' }])];
  const server = fakeServer({
    'GET /app/projects': () => aPage([{ id: 'p1', name: 'App' }]),
    'GET /app/project/p1/dataStorages': () => answers.shift() ?? Promise.reject(new Error('Out of order.')),
  });
  render(
    <ReaderProvider>
      <Sample />
    </ReaderProvider>,
  );
  const reads = (times: number) => vi.waitFor(() => expect(server.to('GET /app/project/p1/dataStorages')).toHaveLength(times));
  await reads(1);
  expect(screen.getByText(/YOUR_USERS_STORAGE_ID/)).toBeTruthy();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/people s-users/)).toBeTruthy();
  document.dispatchEvent(new Event('visibilitychange'));
  await reads(3);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(screen.getByText(/people s-users/)).toBeTruthy();
});

function Call() {
  return <output>{fillIn('{{projectId}}/{{storageId}}', useReader().values)}</output>;
}

test('a sample names the project together with its storage, so no copy of it has only one of them', async () => {
  signInAs();
  const storages = Promise.withResolvers<object>();
  const server = fakeServer({
    'GET /app/projects': () => aPage([{ id: 'p1', name: 'App' }]),
    'GET /app/project/p1/dataStorages': () => storages.promise,
  });
  render(
    <ReaderProvider>
      <Call />
    </ReaderProvider>,
  );
  await vi.waitFor(() => expect(server.to('GET /app/project/p1/dataStorages')).toHaveLength(1));
  expect(screen.getByText('YOUR_PROJECT_ID/YOUR_STORAGE_ID')).toBeTruthy();
  storages.resolve(aPage([{ id: 's1', storageName: 'Projects', storageKey: 'projects' }]));
  expect(await screen.findByText('p1/s1')).toBeTruthy();
});

test('a project whose storages cannot be read is named without one', async () => {
  signInAs();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeServer({
    'GET /app/projects': () => aPage([{ id: 'p1', name: 'App' }]),
    'GET /app/project/p1/dataStorages': () => Promise.reject(new Error('Out of order.')),
  });
  render(
    <ReaderProvider>
      <Call />
    </ReaderProvider>,
  );
  expect(await screen.findByText('p1/YOUR_STORAGE_ID')).toBeTruthy();
});
