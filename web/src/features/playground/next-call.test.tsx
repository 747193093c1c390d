import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, aStorage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

function open(path: string) {
  signInAs();
  fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': () => aPage([]),
    'GET /app/project/:id/dataStorages/:storageId': () => ({
      ...aPage([]),
      storageName: 'Products',
      is_softDelete: false,
      columns: ['id'],
    }),
    'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage()] }),
    'GET /app/fileStorage/:id/folders': () => ({ success: true, data: [] }),
  });
  return renderApp(path);
}

test.each([
  ['/project/p1/data-storage', '/api/products/STORAGE_ID', 'the account’s pair'],
  ['/project/p1/data-storage/s1/view', '/api/products/s1', 'a named key'], // made there by one press
  ['/project/p1/file-storage', '/api/products/s1/dataId/RECORD_ID/upload?fieldName=photo', 'the account’s pair'],
])('%s, while it is empty, shows the call that fills it, with the ids of the project', async (path, call, key) => {
  open(path);
  const code = await screen.findByText(/^curl /);
  expect(code).toHaveTextContent(call);
  expect(code).toHaveTextContent('X-Project-ID: p1');
  expect(code.textContent?.includes('$BEDPLATE_SECRET_KEY')).toBe(key !== 'a named key');
  expect(screen.getByRole('button', { name: 'Copy sample' })).toBeVisible();
});
