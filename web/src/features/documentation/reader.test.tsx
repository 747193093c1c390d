import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
