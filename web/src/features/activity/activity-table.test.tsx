import type { ActivityRow, Role } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, anAccount } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const colours = {
  'Remove Storage': 'Error',
  'Remove Storage Data': 'Error',
  'User Login': 'Success',
  'Add Storage': 'Success',
  'Recover Storage': 'Success',
  'Update Storage': 'Warning',
  'Update Storage Data': 'Warning',
  'Download Storage Data': 'Info',
  'Insert Storage Data': 'Info',
} as const;
const activities = Object.keys(colours);

const rows: ActivityRow[] = Array.from({ length: 12 }, (_, n) => ({
  id: `a${n}`,
  projectId: 'p1',
  adminId: 'owner-1',
  userId: 'developer-1',
  module: 'Data Storage',
  activity: activities[n] ?? 'Add Storage',
  description: `Step ${n + 1}`,
  ...(n === 1 && { inHistory: true }),
  createdAt: '2026-01-02T03:04:05.000Z',
}));

function open(role: Role = 'admin') {
  signInAs({ role });
  fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/projects/:id/collaborators': () => aPage([]),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount({ role }) }),
    'GET /app/apiUsage': () => ({
      success: true,
      data: { usage: { usage: 40, limit: 1000 }, limit: { tier: 'free', subscriptionStatus: 'none' }, paymentMethod: null },
    }),
    'GET /app/apiUsage/user/total-usage': () => ({ success: true, data: 500 }),
    'GET /app/logs/admin/user-activity-logs/project/:id': ({ query }) => {
      const start = (Number(query.get('page')) - 1) * 10;
      return aPage(rows.slice(start, start + 10), { totalCount: 12, totalPages: 2 });
    },
  });
  return renderApp('/project/p1/home');
}

// Covers S2-2.f-09, S2-2.f-10, S2-2.f-11
test('ten rows a page in the given columns, older ones behind the pager', async () => {
  const { user } = open();
  const table = await screen.findByRole('table', { name: 'Activity log' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['#', 'Project ID', 'Admin ID', 'User ID', 'Module', 'Activity', 'Description', 'Date Created']);
  const first = await within(table).findByRole('row', { name: /Step 1 / });
  expect(within(first).getByText('Remove Storage').closest('[data-tone]')).toHaveAttribute('data-tone', 'error');
  await user.click(within(first).getByRole('button', { name: 'Copy user ID' }));
  expect(await navigator.clipboard.readText()).toBe('developer-1');
  expect(within(table).getAllByRole('row')).toHaveLength(11);
  // Only what the history knows is taken back.
  expect(
    within(table)
      .getAllByRole('button', { name: /^Undo/ })
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Undo: Step 2']);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Step 12')).toBeVisible();
});

// Covers S2-9-08, S2-9-09, S2-9-10, S2-9-11
test('badges are green for what adds, yellow for changes, red for what removes and blue for data on their way', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Activity log' });
  for (const [n, [activity, colour]] of Object.entries(colours).entries()) {
    const row = await within(table).findByRole('row', { name: new RegExp(`Step ${n + 1} `) });
    expect(within(row).getByText(activity).closest('.MuiChip-root')).toHaveClass(`MuiChip-color${colour}`);
  }
});

// Covers S2-2.f-05, S2-2.f-06, S2-2.f-07
test('an admin sees usage, collaborators and the log', async () => {
  open();
  const usage = await screen.findByRole('region', { name: 'API usage' });
  expect(await within(usage).findByText('40')).toBeVisible();
  expect(within(usage).getByText('1,000')).toBeVisible();
  expect(await within(usage).findByText('1,500')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Collaborators' })).toBeVisible();
});

// Covers S2-2.f-05, S2-2.f-06, S2-2.f-07, S1-2.2-09
test.each(['manager', 'developer', 'user'] as const)('a %s sees none of them', async (role) => {
  open(role);
  await screen.findByRole('region', { name: 'User details' });
  await waitFor(() => expect(screen.getByText('Orders of the shop')).toBeVisible());
  expect(screen.queryByRole('region', { name: 'API usage' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Collaborators' })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Activity log' })).toBeNull();
});
