import { screen, within } from '@testing-library/react';
import { aProject } from './builders.ts';
import { type FakeRoutes, fakeServer } from './fake-server.ts';
import { renderApp, signInAs } from './render-app.tsx';

export const list = 'GET /app/project/p1/dataStorages/s1';
export const item = '/app/project/p1/dataStorages/s1/item/:id';

/** Pages load lazily; a file's first test should not wait for their compilation. */
export const loadDataView = () => Promise.all([import('../pages/data-view-page.tsx'), import('../app/shell/shell.tsx')]);

export const rows = [
  {
    id: 'r1',
    userId: 'u9',
    paid: true,
    title: 'Tea',
    note: 'n'.repeat(61),
    sixty: 's'.repeat(60),
    meta: { a: 1 },
    amount: 3,
    file_metadata: { photo: { name: 'a.png' } },
    createdAt: '2026-01-02T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
    is_deleted: false,
    deletedAt: null,
  },
  { id: 'r2', userId: null, title: '', amount: 12, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
];
export const columns = ['id', 'userId', 'paid', 'title', 'note', 'sixty', 'meta', 'amount', 'createdAt', 'updatedAt'];

/** A page of records as the server answers it. */
export function answer({
  data = rows,
  totalCount,
  limit = 10,
  page = 1,
}: {
  data?: readonly object[];
  totalCount?: number;
  limit?: number;
  page?: number;
} = {}) {
  const total = totalCount ?? data.length;
  return {
    success: true,
    storageName: 'Big Orders',
    is_softDelete: true,
    data,
    columns,
    pagination: { page, limit, totalCount: total, totalPages: Math.ceil(total / limit) },
  };
}

/** The data view of a storage with `rows`, unless `routes` answer otherwise. */
export function openDataView(routes: FakeRoutes = {}, role: 'admin' | 'developer' | 'user' = 'admin', search = '') {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects': () => ({ success: true, data: [aProject()], pagination: { page: 1, limit: 100, totalCount: 1, totalPages: 1 } }),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    [list]: () => answer(),
    ...routes,
  });
  return { server, ...renderApp(`/project/p1/data-storage/s1/view${search}`) };
}

export const cell = async (text: string) => screen.findByRole('gridcell', { name: text });
export const rowOf = async (text: string) => within((await cell(text)).closest('[role="row"]') as HTMLElement);
export const lastQuery = (server: ReturnType<typeof fakeServer>) => Object.fromEntries(server.to(list).at(-1)?.query ?? []);
