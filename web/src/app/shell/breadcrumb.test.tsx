import type { Role } from '@bedplate/contract';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { menuFor } from '../../lib/navigation/menu.ts';
import { Providers } from '../providers.tsx';
import { SignedIn } from '../../lib/session/session.ts';
import { aPage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { loadTexts } from '../../texts/index.ts';
import { Breadcrumb } from './breadcrumb.tsx';

afterEach(() => loadTexts('en'));

const session = {
  token: 't',
  userId: 'u1',
  name: 'Ada',
  tenantId: 't1',
  projectId: null,
  viewing: null,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

test.each<Role>(['superadmin', 'admin'])('in Chinese every page of a %s has a Chinese breadcrumb', async (role) => {
  fakeServer({ 'GET /app/projects': () => aPage([]) });
  await loadTexts('zh');
  for (const { path } of menuFor(role, null)) {
    const { unmount } = render(
      <Providers>
        <MemoryRouter initialEntries={[path]}>
          <SignedIn value={{ ...session, role }}>
            <Breadcrumb projectId={null} />
          </SignedIn>
        </MemoryRouter>
      </Providers>,
    );
    expect(screen.getByRole('navigation')).not.toHaveTextContent(/[a-z]{3}/);
    unmount();
  }
});
