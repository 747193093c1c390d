import type { Role } from '@bedplate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { officePages } from '../testing/office-builders.ts';
import { signInAs } from '../testing/render-app.tsx';
import { routes } from './routes.tsx';

/**
 * The pages that each role may open, from the specification: S0 §6 and §2.12, S1 §6, S2 §6, decisions 63–66, 74,
 * 75, 106. It is written out here on purpose, not derived from the guards' own table.
 */
const roles = ['superadmin', 'admin', 'manager', 'developer', 'user'] as const;
const staff = ['superadmin'] as const;
const admin = ['admin'] as const;
const builders = ['admin', 'developer'] as const;
const readers = ['admin', 'developer', 'user'] as const;

interface PageRow {
  path: string;
  opens: readonly Role[];
}

const accountPages: PageRow[] = [
  { path: '/projects', opens: admin }, // Covers S0-6-03, S1-6-08
  { path: '/users', opens: admin }, // Covers S0-6-04, S2-2.g-01
  { path: '/administration', opens: admin }, // Covers S2-2.a-01, S2-6-03
  { path: '/billing', opens: admin },
  { path: '/archived-projects', opens: admin },
  { path: '/trash', opens: admin },
  { path: '/account', opens: roles },
  { path: '/feedback', opens: roles },
  { path: '/project/reporting', opens: ['admin', 'manager'] }, // Covers S2-8-26
];
const projectPages: PageRow[] = [
  { path: '/project/p1/home', opens: roles }, // Covers S0-2.11-04
  { path: '/project/p1/data-storage', opens: [...readers, 'superadmin'] }, // Covers S1-6-06, S0-2.11-04
  { path: '/project/p1/data-storage/s1/view', opens: readers },
  { path: '/project/p1/data-storage/s1/access', opens: builders },
  { path: '/project/p1/data-storage/s1/fields', opens: builders },
  { path: '/project/p1/data-storage/s1/mails', opens: builders },
  { path: '/project/p1/endpoints', opens: [...readers, 'superadmin'] }, // Covers S0-2.11-04
  { path: '/project/p1/webhooks', opens: builders },
  { path: '/project/p1/keys', opens: builders },
  { path: '/project/p1/sandbox', opens: builders }, // Covers S1-6-07
  { path: '/project/p1/file-storage', opens: builders },
  { path: '/project/p1/file-storage/products', opens: builders },
  { path: '/project/p1/archived-storage', opens: builders },
  { path: '/project/p1/backups', opens: admin },
  { path: '/project/p1/trash', opens: builders },
  { path: '/project/p1/requests', opens: builders },
  { path: '/project/p1/reporting', opens: ['admin', 'manager'] },
];
// Covers S2-6-07
const staffPages: PageRow[] = officePages.map((name) => ({ path: `/superadmin/${name}`, opens: staff }));
const toolPages: PageRow[] = ['operations', 'health'].map((name) => ({ path: `/superadmin/${name}`, opens: staff }));
const pages = [...accountPages, ...projectPages, ...staffPages, ...toolPages];

const homes: Record<Role, string> = {
  superadmin: '/superadmin/dashboard',
  admin: '/projects',
  manager: '/project/p1/home',
  developer: '/project/p1/home',
  user: '/project/p1/home',
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue(); // a renewal that fails says so
});

/** The console's own routes and guards around pages that say only that they are open. */
function open(path: string): () => string {
  const router = createMemoryRouter(hollow(routes), { initialEntries: [path] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname;
}

function hollow(from: readonly RouteObject[]): RouteObject[] {
  return from.map(({ lazy, ...route }) => {
    const copy = { ...route, ...(route.children ? { children: hollow(route.children) } : {}) } as RouteObject; // the same kind of route
    if (lazy && !route.children) return { ...copy, element: <p>open</p> };
    return copy;
  });
}

describe.each(roles)('signed in as %s', (role) => {
  test.each(pages.filter(({ opens }) => opens.includes(role)))('$path opens', async ({ path }) => {
    signInAs({ role });
    const address = open(path);
    expect(await screen.findByText('open')).toBeVisible();
    expect(address()).toBe(path);
  });

  test.each(pages.filter(({ opens }) => !opens.includes(role)))('$path leads back to their own home', async ({ path }) => {
    signInAs({ role });
    const address = open(path);
    await waitFor(() => expect(address()).toBe(homes[role]));
    expect(await screen.findByText('open')).toBeVisible();
  });
});

// Covers S1-6-18, S0-2.12-09
test.each(['manager', 'developer', 'user'] as const)('no page of another project opens for a %s', async (role) => {
  for (const { path } of projectPages) {
    signInAs({ role });
    const address = open(path.replace('/p1/', '/p2/'));
    await waitFor(() => expect(address()).toBe('/project/p1/home'));
  }
});

const signedOut: Record<string, () => void> = {
  'a visitor': () => {},
  'someone whose token has ended and cannot be renewed': () => void signInAs({ expiresIn: -60 }),
  'someone with a token of an unknown role': () => void signInAs({ role: 'owner' as Role }), // as a forger would write it
  'someone with a stored role and no token': () => localStorage.setItem('role', 'superadmin'),
  'someone with a token that is none': () => localStorage.setItem('token', 'a.b.c'),
};

describe.each(Object.entries(signedOut))('%s', (_, store) => {
  test.each(pages)('$path leads to the login', async ({ path }) => {
    store();
    const address = open(path);
    await waitFor(() => expect(address()).toBe(path.startsWith('/superadmin/') ? '/superadmin/login' : '/login'));
  });
});

test('every page behind the login is in the table', () => {
  const known = pages.map(({ path }) =>
    path
      .replace('/p1', '/:id')
      .replace('/s1/', '/:storageId/')
      .replace(/(file-storage)\/products/, '$1/:storageKey'),
  );
  expect(known.toSorted()).toEqual(guardedPaths(routes).toSorted());
});

/** Paths of pages inside a layout that asks for a session, redirects apart. */
function guardedPaths(from: readonly RouteObject[], inside = false): string[] {
  const redirects = ['/superadmin', '/project/:id'];
  return from.flatMap((route) => {
    const asks = inside || (route.path === undefined && isSessionGuard(route));
    if (route.path && asks) return redirects.includes(route.path) ? [] : [route.path];
    return guardedPaths(route.children ?? [], asks);
  });
}

function isSessionGuard({ element }: RouteObject): boolean {
  const { type } = (element ?? {}) as { type?: { name?: string } }; // a React element
  return type?.name === 'RequireSession';
}
