import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, aPage, aProject, aStorage } from '../testing/builders.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

function open(path: string) {
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
    'GET /app/keys': () => ({ success: true, data: [] }),
    'GET /app/dataStorages/users': () => ({
      success: true,
      data: [aStorage({ storageName: 'Orders' }), aStorage({ id: 's2', storageName: 'Elsewhere', projectId: 'p2' })],
    }),
    'GET /app/project/:id/endpoints': () => aPage([]),
  });
  return { ...server, ...renderApp(path) };
}

test('an admin finds the keys of the project and the rights in its storages', async () => {
  signInAs();
  const { user } = open('/project/p1/keys');
  expect(await screen.findByRole('link', { name: 'Access rules of Orders' })).toHaveAttribute('href', '/project/p1/data-storage/s1/access');
  expect(screen.getByText('Read: Nothing · Write: Nothing')).toBeVisible();
  expect(screen.queryByText('Elsewhere')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Show Secret key' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New named key' }));
  expect(await screen.findByRole('dialog', { name: 'New named key' })).toBeVisible();
  expect(screen.queryByLabelText('Project')).toBeNull(); // it is this one
});

test('a developer sees who may do what, and no key', async () => {
  signInAs({ role: 'developer' });
  const { to } = open('/project/p1/keys');
  expect(await screen.findByRole('link', { name: 'Access rules of Orders' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Secret key/ })).toBeNull();
  expect(to('GET /app/keys')).toEqual([]);
});

test('the page Webhooks asks for webhooks alone, and a new one sends changes out', async () => {
  signInAs();
  const { user, to } = open('/project/p1/webhooks');
  await user.click((await screen.findAllByRole('button', { name: 'Add Webhook' }))[0] as HTMLElement);
  expect(await screen.findByLabelText('Type')).toHaveValue('webhook');
  expect(screen.getByLabelText('Functionality')).toHaveValue('receiver');
  expect(to('GET /app/project/:id/endpoints')[0]?.query.get('type')).toBe('webhook');
});
