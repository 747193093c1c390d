import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, anAccount, aStorage } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes } from '../testing/fake-server.ts';
import { anOfficeDiscount, anOfficeProduct } from '../testing/office-builders.ts';
import { answer, columns } from '../testing/open-data-view.tsx';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const times = { createdAt: '2026-01-02T03:04:05.000Z', updatedAt: '2026-01-02T03:04:05.000Z' };
const member = { id: 'u2', name: 'Max', email: 'max@example.com', role: 'developer', projectId: 'p1', is_active: true, ...times };
const archived = {
  id: 's1',
  originalId: 's1',
  projectId: 'p1',
  storageName: 'Orders',
  storageKey: 'orders',
  originalCreatedAt: times.createdAt,
  ...times,
};
const key = {
  id: 'k1',
  kind: 'scoped',
  name: 'Shop page',
  projectId: 'p1',
  storages: ['*'],
  verbs: ['read'],
  origins: ['https://shop.example.com'],
  active: true,
  expiresAt: null,
  lastUsedAt: null,
  cap: null,
  capUsed: 0,
  calls: 0,
  requestsPerMinute: 60,
  requestsPerMinutePerClient: 30,
  ...times,
};
const record = { id: 'r1', userId: null, title: 'Tea', ...times };

interface Form {
  path: string;
  /** The call of the list, and what it answers first. */
  list: string;
  shows: object;
  /** The buttons that open the form and save it, and what is typed between them. */
  opens: string;
  saves: string;
  types?: Record<string, string>;
  to: string;
}

const forms: Record<string, Form> = {
  'a new storage': {
    path: '/project/p1/data-storage',
    list: 'GET /app/project/:id/dataStorages',
    shows: aPage([aStorage()]),
    opens: 'Add Data Storage',
    types: { 'Storage Name': 'Tickets' },
    saves: 'Create Data Storage',
    to: 'POST /app/project/:id/dataStorages',
  },
  'a person': {
    path: '/users',
    list: 'GET /app/users',
    shows: aPage([member]),
    opens: 'Update Max',
    saves: 'Save',
    to: 'PUT /app/users/u2',
  },
  'a named key': {
    path: '/administration',
    list: 'GET /app/keys',
    shows: { success: true, data: [key] },
    opens: 'Edit Shop page',
    types: { Name: 's' },
    saves: 'Save key',
    to: 'PUT /app/keys/k1',
  },
  'what is deleted for good': {
    path: '/project/p1/archived-storage',
    list: 'GET /app/project/:id/archivedStorages',
    shows: aPage([archived]),
    opens: 'Delete Orders for good',
    types: { 'Type Orders to confirm': 'Orders' },
    saves: 'Delete for good',
    to: 'POST /app/project/:id/archivedStorage/:storageId/delete',
  },
  'a product': {
    path: '/superadmin/products',
    list: 'GET /app/superadmin/products',
    shows: aPage([anOfficeProduct()]),
    opens: 'Edit Pro',
    saves: 'Save',
    to: 'PUT /app/superadmin/products/:id',
  },
  'a discount': {
    path: '/superadmin/discounts',
    list: 'GET /app/superadmin/discounts',
    shows: aPage([anOfficeDiscount({ id: 'TEN', code: 'TEN' })]),
    opens: 'Edit TEN',
    saves: 'Update',
    to: 'PUT /app/superadmin/discounts/:code',
  },
  'a new record': {
    path: '/project/p1/data-storage/s1/view',
    list: 'GET /app/project/p1/dataStorages/s1',
    shows: { ...answer({ data: [record] }), columns: columns.slice(0, 4) },
    opens: 'Add Record',
    types: { title: 'Milk' },
    saves: 'Add',
    to: 'POST /app/project/p1/dataStorages/s1/item',
  },
};

test.each(Object.entries(forms))(
  'the form of %s closes once it is saved, however long the list takes',
  async (_, form) => {
    const { path, list, shows, opens, saves, types = {}, to } = form;
    signInAs({ role: path.startsWith('/superadmin') ? 'superadmin' : 'admin' });
    const answers = [shows];
    const routes: FakeRoutes = {
      'GET /app/projects': () => aPage([aProject()]),
      'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
      'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
      'GET /app/dataStorages/users': () => ({ success: true, data: [] }),
      [to]: () => ({ success: true, data: { ...key, ...record } }),
      [list]: () => answers.shift() ?? new Promise<never>(() => {}),
    };
    const server = fakeServer(routes);
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: opens }));
    for (const [label, text] of Object.entries(types))
      await user.type(await within(await screen.findByRole('dialog')).findByLabelText(label), text);
    const saving = await screen.findByRole('button', { name: saves });
    await user.click(saving);
    await waitFor(() => expect(server.to(list).length).toBeGreaterThan(1));
    await waitFor(() => expect(saving).not.toBeInTheDocument());
  },
  20_000,
);
