import type { Role } from '@bedplate/contract';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, type RouteObject, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { menuFor } from '../../lib/navigation/menu.ts';
import { Providers } from '../providers.tsx';
import { SignedIn } from '../../lib/session/session.ts';
import { aPage, aProject } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { loadTexts } from '../../texts/index.ts';
import { routes } from '../routes.tsx';
import { Breadcrumb } from './breadcrumb.tsx';

afterEach(() => loadTexts('en'));

const session = {
  token: 't',
  userId: 'u1',
  name: 'Ada',
  tenantId: 't1',
  projectId: null,
  sid: 's1',
  viewing: null,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

/** Addresses of all pages around which the frame of the console stands. */
function addressesOf(all: readonly RouteObject[]): string[] {
  return all.flatMap(({ path = '', children = [] }) => [path, ...addressesOf(children)]);
}
const addresses = [...new Set(addressesOf(routes))].filter(
  (path) => /^\/(project|superadmin)\/./.test(path) && !/login|:id$|:storageKey$/.test(path),
);
const ofAccount = (['admin', 'user'] as const).flatMap((role) => menuFor(role, null)).map(({ path }) => path);

test.each<[Role, string]>(
  [...new Set([...addresses, ...ofAccount, '/trash', '/account', '/billing'])].map((path) => [
    path.startsWith('/superadmin') ? 'superadmin' : 'admin',
    path,
  ]),
)('in Chinese a %s has a Chinese breadcrumb at %s', async (role, path) => {
  fakeServer({
    'GET /app/projects': () => aPage([]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject({ name: '商店' }) }),
  });
  await loadTexts('zh');
  const address = path.replace(':id', 'p1').replace(':storageId', 's1');
  render(
    <Providers>
      <MemoryRouter initialEntries={[address]}>
        <SignedIn value={{ ...session, role }}>
          <Routes>
            <Route path={path} element={<Breadcrumb projectId={path.includes(':id') ? 'p1' : null} />} />
          </Routes>
        </SignedIn>
      </MemoryRouter>
    </Providers>,
  );
  expect(screen.getByRole('navigation').textContent.replace('Webhook', '')).not.toMatch(/[a-z]{3}/);
});
