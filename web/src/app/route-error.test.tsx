import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { pageLoad } from '../lib/browser.ts';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { signInAs } from '../testing/render-app.tsx';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

test('a page whose code cannot be loaded leaves the menu in place, and is read again once the browser is online', async () => {
  signInAs();
  fakeServer({ 'GET /app/projects': () => aPage([aProject()]) });
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  render(
    <Providers>
      <RouterProvider router={createMemoryRouter(withoutUsers(routes), { initialEntries: ['/users'] })} />
    </Providers>,
  );
  expect(await screen.findByText(/^This page could not be shown/)).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

/** The console's routes; the code of one page is out of reach. */
function withoutUsers(from: readonly RouteObject[]): RouteObject[] {
  const broken: RouteObject = { index: true, lazy: () => Promise.reject(new TypeError('Failed to fetch')) };
  return from.map((route) => {
    if (!route.children) return route;
    return { ...route, children: route.path === '/users' ? [broken] : withoutUsers(route.children) };
  });
}
