import type { Role } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageLoad } from '../lib/browser.ts';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const times = { originalCreatedAt: '2026-01-02T03:04:05.000Z', createdAt: '2026-02-03T04:05:06.000Z' };
const storage = {
  id: 's1',
  originalId: 's1',
  projectId: 'p1',
  userId: 'u1',
  storageName: 'Orders',
  storageKey: 'orders',
  isSoftDelete: true,
  ...times,
};
const project = {
  id: 'p9',
  originalId: 'p9',
  userId: 'u1',
  projectName: 'Old shop',
  projectDescription: 'Sold',
  originalUpdatedAt: times.originalCreatedAt,
  ...times,
};

function open(path: string, routes: FakeRoutes = {}, role: Role = 'admin') {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/archivedStorages': () => aPage([storage]),
    'GET /app/archivedProjects': () => aPage([project]),
    ...routes,
  });
  return { ...server, ...renderApp(path) };
}

// Covers S2-2.j-01, S2-2.j-02
test.each(['admin', 'developer'] as const)('a %s sees the archived storages, each with Recover', async (role) => {
  open('/project/p1/archived-storage', {}, role);
  const row = await screen.findByRole('row', { name: /Orders/ });
  expect(within(row).getByRole('button', { name: 'Recover Orders' })).toHaveTextContent('Recover');
  expect(screen.getByRole('heading', { name: 'Archived Storage' })).toBeVisible();
  expect(screen.getByText('Total Data: 1')).toBeVisible();
});

test('when the last page has lost its rows, the page before it is shown', async () => {
  let left = 11;
  const { user, answer } = open('/archived-projects', {
    'GET /app/archivedProjects': ({ query }) => {
      const page = Number(query.get('page'));
      const data = page === 1 ? [project] : left > 10 ? [{ ...project, id: 'p11', projectName: 'Last one' }] : [];
      return aPage(data, { page, totalCount: left, totalPages: Math.ceil(left / 10) });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Last one')).toBeVisible();
  left = 10;
  answer({ 'POST /app/archivedProject/p11/recover': () => ({ success: true, message: 'It is back.' }) });
  const load = vi.spyOn(pageLoad, 'open').mockReturnValue();
  await user.click(screen.getByRole('button', { name: 'Recover Last one' }));
  expect(await screen.findByText('Old shop')).toBeVisible();
  await waitFor(() => expect(load).toHaveBeenCalled()); // the next test counts its own
});

test.each([
  ['/project/p1/archived-storage', 'Recover Orders', 'POST /app/project/p1/archivedStorage/s1/recover'],
  ['/archived-projects', 'Recover Old shop', 'POST /app/archivedProject/p9/recover'],
  // Covers S2-2.j-07, S2-4-08
])('on %s Recover brings it back and the page reloads after a second', async (path, button, call) => {
  let [answeredAt, loadedAt, isTold] = [Number.NaN, Number.NaN, false];
  const load = vi.spyOn(pageLoad, 'open').mockImplementation(() => {
    loadedAt = performance.now();
    isTold = screen.queryAllByText('It is back.').length > 0;
  });
  const { user, to } = open(path, {
    [call]: () => {
      answeredAt = performance.now();
      return { success: true, message: 'It is back.' };
    },
  });
  await user.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(load).toHaveBeenCalledWith(window.location.href));
  expect(to(call)).toHaveLength(1);
  expect(isTold).toBe(true);
  expect(loadedAt - answeredAt).toBeGreaterThan(950);
});

test.each(['/project/p1/archived-storage', '/archived-projects'])(
  // Covers S2-8-25
  'on %s a failed recovery shows the server’s message, or a general one',
  async (path) => {
    const answers = [refuse('already-exists', 'The key is in use.'), new Response('', { status: 500 })];
    const answer = () => answers.shift() ?? new Response('', { status: 500 });
    const { user } = open(path, {
      'POST /app/project/p1/archivedStorage/s1/recover': answer,
      'POST /app/archivedProject/p9/recover': answer,
    });
    await user.click(await screen.findByRole('button', { name: /^Recover/ }));
    expect(await screen.findByText('The key is in use.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Recover/ }));
    expect(await screen.findByText('Failed to update storage.')).toBeVisible();
  },
);

// Covers S2-2.j-08
test('archived projects open for an admin only', async () => {
  const { address } = open('/archived-projects', {}, 'developer');
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

test.each([
  ['manager', '/project/p1/archived-storage'],
  ['user', '/project/p1/archived-storage'],
  // Covers S2-2.j-02
] as const)('a %s does not see %s', async (role, path) => {
  const { address } = open(path, {}, role);
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

test('an empty archive says what would stand there, a failed one offers another try', async () => {
  let fails = true;
  const { user } = open('/archived-projects', {
    'GET /app/archivedProjects': () => (fails ? refuse('internal', 'Something broke.') : aPage([])),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(again);
  expect(await screen.findByText('No Data')).toBeVisible();
});

test('an archived storage is deleted for good once its name has been typed', async () => {
  const { user, to } = open('/project/p1/archived-storage', {
    'POST /app/project/:id/archivedStorage/:storageId/delete': () => ({ success: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Orders for good' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Orders for good' }));
  const button = dialog.getByRole('button', { name: 'Delete for good' });
  await user.type(dialog.getByLabelText('Type Orders to confirm'), 'Order');
  expect(button).toBeDisabled();
  await user.type(dialog.getByLabelText('Type Orders to confirm'), 's');
  await user.click(button);
  expect(await screen.findByText('Orders has been deleted for good.')).toBeVisible();
  expect(to('POST /app/project/:id/archivedStorage/:storageId/delete').map(({ body }) => body)).toEqual([{ name: 'Orders' }]);
});

test('a developer recovers, and deletes nothing for good', async () => {
  open('/project/p1/archived-storage', {}, 'developer');
  await screen.findByRole('button', { name: 'Recover Orders' });
  expect(screen.queryByRole('button', { name: 'Delete Orders for good' })).toBeNull();
});

test('the trash shows archived storages with their end, and leads to the deleted records of a storage', async () => {
  const place = { storageId: 's1', name: 'Orders', key: 'orders' };
  const entries = [
    { kind: 'storage', ...place, since: '2026-05-01T10:00:00.000Z', endsAt: null },
    { kind: 'records', storageId: 's2', name: 'Notes', key: 'notes', count: 1000, isMore: true, endsAt: '2026-06-30T12:00:00.000Z' },
  ];
  open('/project/p1/trash', { 'GET /app/project/:id/trash': () => ({ success: true, data: { entries, next: null } }) });
  const storageRow = within(await screen.findByRole('row', { name: /Orders/ }));
  expect(storageRow.getByRole('link', { name: 'Open the archive with Orders' })).toHaveAttribute('href', '/project/p1/archived-storage');
  expect(storageRow.getByText('Stays until it is deleted for good')).toBeVisible();
  const recordsRow = within(screen.getByRole('row', { name: /Notes/ }));
  expect(recordsRow.getByText('1,000 or more')).toBeVisible();
  expect(recordsRow.getByText(/Jun 30, 2026|6\/30\/2026|30.06.2026/)).toBeVisible();
  const link = recordsRow.getByRole('link', { name: 'Open the deleted records of Notes' });
  expect(link).toHaveAttribute('href', '/project/p1/data-storage/s2/view?deleted=1');
});

test('an empty trash says what would lie there', async () => {
  open('/project/p1/trash', { 'GET /app/project/:id/trash': () => ({ success: true, data: { entries: [], next: null } }) });
  expect(await screen.findByText('The trash is empty')).toBeVisible();
});

test('the trash of the account names the project of each line, and is reached from the archived projects', async () => {
  const ofShop = { projectId: 'p1', projectName: 'Apollo' };
  const entries = [
    { kind: 'project', projectId: 'p9', projectName: 'Old shop', name: 'Old shop', since: '2026-05-01T10:00:00.000Z', endsAt: null },
    {
      kind: 'records',
      ...ofShop,
      storageId: 's2',
      name: 'Notes',
      key: 'notes',
      count: 3,
      isMore: false,
      endsAt: '2026-06-30T12:00:00.000Z',
    },
  ];
  const { user } = open('/archived-projects', { 'GET /app/trash': () => ({ success: true, data: { entries, next: null } }) });
  await user.click(await screen.findByRole('link', { name: 'Trash of all projects' }));
  const projectRow = within(await screen.findByRole('row', { name: /Archived project/ }));
  expect(projectRow.getByRole('link', { name: 'Open the archive with Old shop' })).toHaveAttribute('href', '/archived-projects');
  const recordsRow = within(screen.getByRole('row', { name: /Notes/ }));
  expect(recordsRow.getByText('Apollo')).toBeVisible();
  const link = recordsRow.getByRole('link', { name: 'Open the deleted records of Notes' });
  expect(link).toHaveAttribute('href', '/project/p1/data-storage/s2/view?deleted=1');
});

const notes = { storageId: 's2', name: 'Notes', key: 'notes' };
const deleted = { kind: 'records', ...notes, count: 300, isMore: false, endsAt: '2026-06-30T12:00:00.000Z' };
const work = 'POST /app/project/p1/dataStorages/s2/trash';

test('the deleted records of a storage are restored in the trash, part by part, and what stays is told', async () => {
  let entries: object[] = [deleted];
  const parts = [
    { done: 200, failed: [], until: '2026-06-01T00:00:00.000Z', after: 'r200', log: 'l1' },
    { done: 99, failed: [{ id: 'r9', message: 'Its name is taken.' }], until: '2026-06-01T00:00:00.000Z', after: null, log: 'l1' },
  ];
  const { user, to } = open('/project/p1/trash', {
    'GET /app/project/:id/trash': () => ({ success: true, data: { entries, next: null } }),
    [work]: ({ body }) => {
      const isLast = 'after' in (body as object);
      if (isLast) entries = [{ ...deleted, count: 1 }];
      return { success: true, data: parts[isLast ? 1 : 0] };
    },
  });
  const row = () => within(screen.getByRole('row', { name: /Notes/ }));
  await screen.findByRole('row', { name: /Notes/ });
  await user.click(row().getByRole('button', { name: 'Restore the deleted records of Notes' }));
  expect(await screen.findByText('299 records of Notes restored.')).toBeVisible();
  expect(screen.getByText('1 could not be changed: Its name is taken.')).toBeVisible();
  expect(to(work).map(({ body }) => body)).toEqual([
    { action: 'restore' },
    { action: 'restore', until: '2026-06-01T00:00:00.000Z', after: 'r200', log: 'l1' },
  ]);
  await waitFor(() => expect(row().getByText('1')).toBeVisible());
});

test('a restore that fails says so, and reads the trash again', async () => {
  const { user, to } = open('/project/p1/trash', {
    'GET /app/project/:id/trash': () => ({ success: true, data: { entries: [deleted], next: null } }),
    [work]: () => refuse('unavailable', 'Not now.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Restore the deleted records of Notes' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  await waitFor(() => expect(to('GET /app/project/:id/trash')).toHaveLength(2));
});

test('they are deleted for good after a question, whose refusal is shown there', async () => {
  let tries = 0;
  const { user, to } = open('/project/p1/trash', {
    'GET /app/project/:id/trash': () => ({ success: true, data: { entries: tries > 1 ? [] : [deleted], next: null } }),
    [work]: () => {
      if (++tries === 1) return refuse('unavailable', 'Not now.');
      return { success: true, data: { done: 300, failed: [], until: '2026-06-01T00:00:00.000Z', after: null } };
    },
  });
  const button = await screen.findByRole('button', { name: 'Delete the deleted records of Notes for good' });
  await user.click(button);
  const question = within(await screen.findByRole('dialog', { name: 'Delete the deleted records of Notes for good?' }));
  expect(question.getByText(/^Records in the trash: 300\./)).toBeVisible();
  expect(question.getByRole('button', { name: 'Keep them' })).toHaveFocus();
  await user.click(question.getByRole('button', { name: 'Delete for good' }));
  expect(await question.findByText('Not now.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('300 records of Notes deleted for good.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to(work).at(-1)?.body).toEqual({ action: 'purge' });
  expect(await screen.findByText('The trash is empty')).toBeVisible();
});

test('an archived storage is recovered or deleted for good in the trash, by a developer only recovered', async () => {
  const entries = [{ kind: 'storage', storageId: 's1', name: 'Orders', key: 'orders', since: '2026-05-01T10:00:00.000Z', endsAt: null }];
  const routes: FakeRoutes = {
    'GET /app/project/:id/trash': () => ({ success: true, data: { entries, next: null } }),
    'POST /app/project/p1/archivedStorage/s1/delete': () => ({ success: true, message: 'gone' }),
  };
  const admin = open('/project/p1/trash', routes);
  const row = within(await screen.findByRole('row', { name: /Orders/ }));
  expect(row.getByRole('button', { name: 'Recover Orders' })).toBeVisible();
  await admin.user.click(row.getByRole('button', { name: 'Delete Orders for good' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Orders for good' }));
  await admin.user.type(dialog.getByLabelText('Type Orders to confirm'), 'Orders');
  await admin.user.click(dialog.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(admin.to('POST /app/project/p1/archivedStorage/s1/delete')[0]?.body).toEqual({ name: 'Orders' }));
  admin.unmount();
  open('/project/p1/trash', routes, 'developer');
  const theirs = within(await screen.findByRole('row', { name: /Orders/ }));
  expect(theirs.getByRole('button', { name: 'Recover Orders' })).toBeVisible();
  expect(theirs.queryByRole('button', { name: /for good/ })).toBeNull();
});

test('the menu of the account leads an admin to the trash of all projects', async () => {
  const { user } = open('/archived-projects', { 'GET /app/trash': () => ({ success: true, data: { entries: [], next: null } }) });
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Trash of all projects' }));
  expect(await screen.findByText('The trash is empty')).toBeVisible();
});
