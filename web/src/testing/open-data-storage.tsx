import type { Role, Storage } from '@bedplate/contract';
import { aPage, aProject, aStorage } from './builders.ts';
import { fakeServer, type FakeRoutes } from './fake-server.ts';
import { renderApp, signInAs } from './render-app.tsx';

interface Opened {
  role?: Role;
  storages?: Storage[];
  /** Of the address. */
  search?: string;
}

/** Opens the list of data storages. @param routes what the server answers otherwise */
export function openDataStorage(routes: FakeRoutes = {}, { role = 'admin', storages = [aStorage()], search = '' }: Opened = {}) {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': ({ query }) => {
      const start = (Number(query.get('page')) - 1) * 10;
      return aPage(storages.slice(start, start + 10), { totalCount: storages.length, totalPages: Math.ceil(storages.length / 10) });
    },
    'GET /app/project/:id/dataStorages/:storageId/settings': ({ path }) => ({
      success: true,
      data: storages.find(({ id }) => id === path.split('/').at(-2)),
    }),
    ...routes,
  });
  return { ...server, ...renderApp(`/project/p1/data-storage${search}`) };
}
