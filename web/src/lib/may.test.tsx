import { type Capability, can, capabilities } from '@bedplate/contract';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { ProjectGrid } from '../features/projects/project-grid.tsx';
import { aProject } from '../testing/builders.ts';
import { useMay } from './may.tsx';
import { type Session, SignedIn } from './session/session.ts';

const all = Object.keys(capabilities) as Capability[]; // of the table itself
const admin: Session = {
  token: 't',
  userId: 'u1',
  role: 'admin',
  name: 'Ada',
  tenantId: 't1',
  projectId: null,
  sid: 's1',
  viewing: null,
  expiresAt: Number.MAX_SAFE_INTEGER,
};
const viewer: Session = { ...admin, viewing: 'Acme' };

function allowed(session: Session): Capability[] {
  let held: Capability[] = [];
  function Asks() {
    const may = useMay();
    held = all.filter(may);
    return null;
  }
  render(
    <SignedIn value={session}>
      <Asks />
    </SignedIn>,
  );
  return held;
}

test('a role is offered what the table gives it', () => {
  expect(allowed(admin)).toEqual(all.filter((capability) => can('admin', capability)));
});

test('staff who look at an account are offered what reads, and nothing that changes or takes away', () => {
  expect(allowed(viewer)).toEqual([
    'projects.list',
    'keys.read',
    'activity.read',
    'usage.read',
    'project.home',
    'storages.read',
    'endpoints.read',
    'records.read',
    'sandbox',
    'reporting',
    'requests.read',
  ]);
});

const grid = (session: Session) =>
  render(
    <Providers>
      <MemoryRouter>
        <SignedIn value={session}>
          <ProjectGrid projects={[aProject({ name: 'Apollo' })]} />
        </SignedIn>
      </MemoryRouter>
    </Providers>,
  );

test('in the read-only view of an account its projects have links and no buttons', () => {
  const { unmount } = grid(admin);
  expect(screen.getAllByRole('button')).toHaveLength(3);
  unmount();
  grid(viewer);
  expect(screen.getByRole('link', { name: 'Apollo' })).toBeVisible();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
