import type { Role } from '@bedplate/contract';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Providers } from '../app/providers.tsx';
import { routes } from '../app/routes.tsx';

/**
 * Renders the whole console at `path`. @returns `user` to act with and `address()`, the present
 * path
 */
export function renderApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const user = userEvent.setup();
  const { unmount } = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { user, router, unmount, address: () => router.state.location.pathname + router.state.location.search };
}

interface SignInAs {
  userId?: string;
  tenantId?: string;
  role?: Role;
  projectId?: string | null;
  name?: string;
  /** The login. */
  sid?: string;
  /** Seconds until the token ends; negative for one that has ended. */
  expiresIn?: number;
}

/**
 * Stores a console session as a login does. The token is unsigned: only a server checks signatures.
 */
export function signInAs({
  userId = 'u1',
  tenantId = 't1',
  role = 'admin',
  projectId = role === 'admin' || role === 'superadmin' ? null : 'p1',
  name = 'Ada Lovelace',
  expiresIn = 3600,
}: SignInAs = {}) {
  const token = aToken({ userId, tenantId, role, projectId, name, expiresIn });
  localStorage.setItem('token', token);
  localStorage.setItem('userId', userId);
  localStorage.setItem('role', role);
  localStorage.setItem('prjId', projectId ?? '');
  return token;
}

export function aToken({
  userId = 'u1',
  tenantId = 't1',
  role = 'admin',
  projectId = null,
  name = 'Ada Lovelace',
  sid = 's1',
  expiresIn = 3600,
}: SignInAs = {}): string {
  const claims = { sub: userId, exp: Math.floor(Date.now() / 1000) + expiresIn, role, tenantId, projectId, name, sid };
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
