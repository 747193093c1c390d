import { type Maintenance, messages } from '@bedplate/contract';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { ProjectGrid } from '../features/projects/project-grid.tsx';
import { aProject } from '../testing/builders.ts';
import { cell, item, loadDataView, openDataView, rowOf } from '../testing/open-data-view.tsx';
import type { PlatformNow } from './platform/platform.ts';
import { type Session, SignedIn } from './session/session.ts';
import { Writes } from './writes.tsx';

const state = vi.hoisted(() => ({ platform: null as PlatformNow | null }));
vi.mock('./platform/platform.ts', () => ({ usePlatform: () => state.platform }));
vi.mock('../features/records/live/live-source.ts', () => import('../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const maintenance: Maintenance = { message: 'We move.', startsAt: null, endsAt: null, readOnly: true };
const running: PlatformNow = { maintenance, off: [], isRunning: true };
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

beforeEach(() => {
  state.platform = running;
});

function projects(session: Session) {
  return (
    <Providers>
      <MemoryRouter>
        <SignedIn value={session}>
          <ProjectGrid projects={[aProject({ name: 'Apollo' })]} />
        </SignedIn>
      </MemoryRouter>
    </Providers>
  );
}

test('while a maintenance refuses changes, the buttons that make them stay in sight, cannot be used and say why', async () => {
  const user = userEvent.setup();
  const { rerender } = render(projects(admin));
  const buttons = screen.getAllByRole('button');
  expect(buttons).toHaveLength(3);
  for (const button of buttons) {
    expect(button).toBeDisabled();
    expect(button.closest('fieldset')).toHaveAccessibleName(messages.readOnly);
    await user.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: 'Apollo' })).toBeVisible();
  state.platform = { maintenance: null, off: [], isRunning: false };
  rerender(projects({ ...admin }));
  expect(screen.getAllByRole('button')).toEqual(buttons);
  for (const button of buttons) expect(button).toBeEnabled();
  expect(screen.queryByRole('group')).toBeNull();
});

test.each<[string, PlatformNow | null, Session['role']]>([
  ['before the state of the platform is known', null, 'admin'],
  ['before the announced time', { ...running, isRunning: false }, 'admin'],
  ['in a maintenance that is not read-only', { ...running, maintenance: { ...maintenance, readOnly: false } }, 'admin'],
  ['for staff, who end it', running, 'superadmin'],
])('changes are offered %s', (_, platform, role) => {
  state.platform = platform;
  render(
    <SignedIn value={{ ...admin, role }}>
      <Writes>
        <button type="button">Save</button>
      </Writes>
    </SignedIn>,
  );
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('what was typed outlasts a maintenance', async () => {
  const user = userEvent.setup();
  const form = (session: Session) => (
    <SignedIn value={session}>
      <Writes>
        <input aria-label="Name" />
      </Writes>
    </SignedIn>
  );
  state.platform = null;
  const { rerender } = render(form(admin));
  await user.type(screen.getByLabelText('Name'), 'Apollo');
  state.platform = running;
  rerender(form({ ...admin }));
  expect(screen.getByLabelText('Name')).toBeDisabled();
  expect(screen.getByLabelText('Name')).toHaveValue('Apollo');
});

test('meanwhile records are read and selected, and neither buttons nor keys change them', async () => {
  const { user, server } = openDataView();
  const row = await rowOf('Tea');
  for (const name of ['Edit', 'Delete']) {
    expect(row.getByRole('button', { name })).toBeDisabled();
    expect(row.getByRole('button', { name })).toHaveAccessibleDescription(messages.readOnly);
  }
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.click(await cell('3'));
  await user.keyboard('{F2}');
  expect(screen.queryByLabelText('amount, editing')).toBeNull();
  await user.click(row.getByRole('checkbox'));
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  expect(bar.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await user.click(await cell('3'));
  await user.keyboard('{Delete}');
  expect(server.to(`DELETE ${item}`)).toEqual([]);
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});
