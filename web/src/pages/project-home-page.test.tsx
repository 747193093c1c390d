import type { AccountUser, Role } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, anAccount } from '../testing/builders.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

function open(role: Role, account: Partial<AccountUser> = {}, collaborators = 0) {
  signInAs({ role });
  fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/projects/:id/collaborators': () => ({
      success: true,
      data: Array.from({ length: collaborators }, (_, n) => ({ id: `c${n}`, name: `Person ${n}` })),
    }),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount({ role, ...account }) }),
  });
  return renderApp('/project/p1/home');
}

test.each(['admin', 'manager', 'developer', 'user'] as const)(
  // Covers S1-2.2-01, S1-2.2-04, S2-6-20
  'opens for a %s with user and project details',
  async (role) => {
    open(role);
    const user = await screen.findByRole('region', { name: 'User details' });
    expect(await within(user).findByText('Ada Lovelace')).toBeVisible();
    const project = screen.getByRole('region', { name: 'Project details' });
    expect(await within(project).findByText('p1')).toBeVisible();
    expect(within(project).getByText('Orders of the shop')).toBeVisible();
  },
);

// Covers S1-2.2-02, S2-2.f-01
test('the role admin is displayed as Administrator', async () => {
  open('admin');
  expect(await screen.findByText('Administrator')).toBeVisible();
  expect(screen.getByText(new Date('2026-02-03T04:05:06.000Z').toLocaleString())).toBeVisible();
});

// Covers S1-2.2-03, S2-2.f-02
test('without a login recorded it says so', async () => {
  open('admin', { last_login: null });
  expect(await screen.findByText('No login data available')).toBeVisible();
});

// Covers S1-2.2-05, S2-2.f-04
test('the copy action copies exactly the id', async () => {
  const { user } = open('admin');
  await user.click(await screen.findByRole('button', { name: 'Copy project ID' }));
  expect(await navigator.clipboard.readText()).toBe('p1');
  expect(await screen.findByText('ID copied successfully.')).toBeVisible();
});

test.each([
  [5, 5, null],
  [7, 5, '+2'],
  [8, 5, '+3'],
  // Covers S1-2.2-07, S1-2.2-08, S2-2.f-08
])('%i collaborators show %i avatars and %s', async (count, avatars, more) => {
  open('admin', {}, count);
  const panel = await screen.findByRole('region', { name: 'Collaborators' });
  await waitFor(() => expect(within(panel).getAllByText(/^P\d$/)).toHaveLength(avatars));
  expect(within(panel).queryByText(/^\+\d+$/)?.textContent ?? null).toBe(more);
});

// Covers S1-2.2-09
test('a developer sees no collaborators', async () => {
  open('developer');
  await screen.findByRole('region', { name: 'User details' });
  expect(screen.queryByText('Collaborators')).toBeNull();
});
