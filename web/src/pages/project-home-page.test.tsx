import type { AccountUser, Role } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noteServerTime } from '../lib/time/clock.ts';
import { type LiveState, liveSubscriptions } from '../lib/live/live-registry.ts';
import { aPage, aProject, aStorage, anAccount } from '../testing/builders.ts';
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

const storedKey = {
  id: 'k0',
  kind: 'scoped',
  name: 'First app: Products',
  projectId: 'p1',
  ending: 'w7Qz',
  storages: ['s1'],
  verbs: ['read', 'create'],
  active: true,
  expiresAt: null,
} as const;

function openEmpty(role: Role = 'admin', keys: readonly object[] = []) {
  signInAs({ role });
  const storages = [aStorage()];
  const server = fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': () => aPage(storages),
    'GET /app/keys': () => ({ success: true, data: keys }),
    'POST /app/keys': () => Response.json({ success: true, data: { id: 'k1', apiKey: 'bp_first_key' } }, { status: 201 }),
  });
  return { storages, ...server, ...renderApp('/project/p1/home') };
}

/** Tells as the listeners of the storage's latest record do. */
async function tell(storageId: string, ...docs: { id: string; data: Record<string, unknown> }[]) {
  const newest = () => liveSubscriptions().filter(({ query }) => query.path === `storages/${storageId}/records`);
  await waitFor(() => expect(newest()).not.toEqual([]));
  act(() => newest().forEach(({ onSnapshot }) => void onSnapshot({ first: true, docs, changed: [] })));
}

/** As Firestore's listeners give times. */
const hoursAgo = (hours: number) => ({ toMillis: () => Date.now() - hours * 3_600_000 });

const steps = () => screen.findByRole('region', { name: 'Get started' });

test('a project without records shows the steps to the first one, makes its key on one press and shows the record as it arrives', async () => {
  const { user, to } = openEmpty();
  await tell('s1');
  const panel = within(await steps());
  await user.click(await panel.findByRole('button', { name: 'Make a key' }));
  expect(await panel.findByText(/bp_first_key/)).toBeVisible();
  expect(to('POST /app/keys')[0]?.body).toEqual({
    name: 'First app: Products',
    projectId: 'p1',
    storages: ['s1'],
    verbs: ['read', 'create'],
  });
  expect(panel.queryByText(/SECRET/)).toBeNull();
  expect(panel.getByText('Waiting for the first record …')).toBeVisible();
  await tell('s1', { id: 'r1', data: { data: { title: 'Moon garden' } } });
  expect(within(panel.getByRole('status')).getByText(/"Moon garden"/)).toBeVisible();
  expect(panel.getAllByTitle('Done')).toHaveLength(4);
});

test('the view of the storage that the first step adds opens', async () => {
  const { storages, answer, user, address } = openEmpty();
  const made = storages.splice(0);
  answer({ 'POST /app/project/:id/dataStorages': () => Response.json({ success: true, data: made[0] }, { status: 201 }) });
  await user.click(await within(await steps()).findByRole('button', { name: 'Add Data Storage' }));
  await user.type(await screen.findByLabelText('Storage Name'), 'Products{Enter}');
  await waitFor(() => expect(address()).toBe('/project/p1/data-storage/s1/view'));
  expect(screen.getByText('Data Storage created successfully.')).toBeVisible();
});

test('a key that was made before keeps its step ticked, is named, and another one can be made', async () => {
  const { user, to } = openEmpty('admin', [storedKey]);
  await tell('s1');
  const panel = within(await steps());
  expect(await panel.findByText(/“First app: Products” \(…w7Qz\) may create in Products/)).toBeVisible();
  expect(panel.getAllByTitle('Done')).toHaveLength(2);
  expect(panel.getByRole('link', { name: 'Keys & access' })).toHaveAttribute('href', '/project/p1/keys');
  expect(to('POST /app/keys')).toHaveLength(0);
  await user.click(panel.getByRole('button', { name: 'Make another key' }));
  expect(await panel.findByText(/bp_first_key/)).toBeVisible();
});

test('a key has ended by the server’s time, on a computer that is behind', async () => {
  onTestFinished(() => noteServerTime(Date.now()));
  noteServerTime(Date.now() + 1_200_000);
  openEmpty('admin', [{ ...storedKey, expiresAt: new Date(Date.now() + 600_000).toISOString() }]);
  await tell('s1');
  expect(await within(await steps()).findByRole('button', { name: 'Make a key' })).toBeVisible();
});

test.each([
  ['of another project', { projectId: 'p2' }],
  ['of another storage', { storages: ['s2'] }],
  ['that only reads', { verbs: ['read'] }],
  ['that is paused', { active: false }],
  ['that has ended', { expiresAt: '2020-01-01T00:00:00.000Z' }],
])('a key %s ticks no step', async (_, facts) => {
  openEmpty('admin', [{ ...storedKey, ...facts }]);
  await tell('s1');
  const panel = within(await steps());
  expect(await panel.findByRole('button', { name: 'Make a key' })).toBeVisible();
  expect(panel.getAllByTitle('Done')).toHaveLength(1);
});

test('the first steps also show a React app with the key in it, and other samples stay as they were', async () => {
  const { user, unmount } = openEmpty();
  await tell('s1');
  const panel = within(await steps());
  await user.click(await panel.findByRole('button', { name: 'Make a key' }));
  await panel.findByText(/bp_first_key/);
  await user.click(panel.getByRole('tab', { name: 'React' }));
  expect(panel.getByText(/useList\(storage\)/)).toHaveTextContent("apiKey: 'bp_first_key'");
  unmount();
  signInAs();
  fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': () => aPage([]),
  });
  renderApp('/project/p1/data-storage');
  expect(await screen.findByText(/^curl /)).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'React' })).toBeNull();
});

test('a project with records shows no steps, but its last week and its latest changes as they arrive', async () => {
  const first = openEmpty();
  await tell('s1', { id: 'r1', data: { data: {} } });
  await waitFor(() => expect(localStorage.getItem('startedProjects')).toBe('p1'));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  first.unmount();
  signInAs({ role: 'admin' });
  const whole = { calls: 12_345, errors: 7, credits: 20_001, p50: 12, p95: 48 };
  const { to } = fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': () => aPage([aStorage()]),
    'GET /app/reporting/calls': () => ({ success: true, data: { total: { whole } } }),
  });
  renderApp('/project/p1/home');
  const panel = within(await screen.findByRole('region', { name: 'At a glance' }));
  const week = within(await panel.findByRole('region', { name: 'Last 7 days' }));
  expect(await week.findByText('12,345')).toBeVisible();
  expect(week.getByText('48 ms')).toBeVisible();
  expect(week.getByText('20,001')).toBeVisible();
  expect(week.getByRole('link', { name: '7 errors: see which' })).toHaveAttribute('href', '/project/p1/requests?view=errors');
  expect(to('GET /app/reporting/calls')[0]?.query.get('projectId')).toBe('p1');
  await tell('s1');
  expect(await panel.findByText(/^No record yet/)).toBeVisible();
  await tell('s1', { id: 'r2', data: { data: { price: 3, title: 'Moon garden' } } });
  const newest = within(panel.getByRole('region', { name: 'Latest changes' }));
  expect(newest.getByText('Moon garden')).toBeVisible();
  const [made, changed] = [hoursAgo(3), hoursAgo(2)];
  await tell('s1', { id: 'r2', data: { createdAt: made, updatedAt: made, data: { title: 'Moon garden' } } });
  expect(newest.getByText('New · 3 hours ago')).toBeVisible();
  await tell('s1', { id: 'r2', data: { createdAt: made, updatedAt: changed, data: { title: 'Sun garden' } } });
  expect(newest.getByText('Changed · 2 hours ago')).toBeVisible();
  expect(newest.getByText('Sun garden')).toBeVisible();
  expect(newest.getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/project/p1/data-storage/s1/view');
  await tell('s1', { id: 'r3', data: { data: { email: 'ann@shop.example' } } });
  const address = await newest.findByText('ann@shop.example');
  expect(address.innerHTML).toBe('ann<wbr>@shop.<wbr>example'); // cut between letters on a phone otherwise
});

test('a project without calls says so, and figures that cannot be read say that', async () => {
  localStorage.setItem('startedProjects', 'p1');
  signInAs({ role: 'admin' });
  const whole = { calls: 0, errors: 0, credits: 0, p50: null, p95: null };
  let fails = true;
  fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': () => aPage([]),
    'GET /app/reporting/calls': () =>
      fails ? Response.json({ success: false }, { status: 500 }) : { success: true, data: { total: { whole } } },
  });
  const { user } = renderApp('/project/p1/home');
  const week = within(await screen.findByRole('region', { name: 'Last 7 days' }));
  expect(await week.findByText('The calls of the last 7 days could not be loaded.')).toBeVisible();
  fails = false;
  await user.click(week.getByRole('button', { name: /again/i }));
  expect(await week.findByText(/^No call in the last 7 days/)).toBeVisible();
});

const record = { id: 'r1', title: 'Moon garden', createdAt: '2026-02-03T04:05:06.000Z', updatedAt: '2026-02-03T04:05:06.000Z' };

/** The page while no listener answers, as after a lost sign-in. */
async function openSilent(records: () => object, state: LiveState = 'signed-out') {
  const app = openEmpty();
  app.answer({ 'GET /app/project/:id/dataStorages/:storageId': records });
  await waitFor(() => expect(liveSubscriptions()).not.toHaveLength(0));
  act(() => liveSubscriptions().forEach(({ onState }) => void onState(state)));
  return app;
}

test('the steps come without LiveSync, and the first record is shown when it is read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const records: object[] = [];
  const { to } = await openSilent(() => aPage(records));
  const panel = within(await steps());
  expect(panel.getByRole('status', { name: 'LiveSync: log in again' })).toBeVisible();
  expect(to('GET /app/project/:id/dataStorages/:storageId')[0]?.query.get('limit')).toBe('1');
  records.push(record);
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(within(panel.getByRole('status')).getByText(/"Moon garden"/)).toBeVisible();
  await tell('s1', { id: 'r2', data: { data: { title: 'Sun garden' } } });
  act(() => liveSubscriptions().forEach(({ onState }) => void onState('live')));
  expect(within(panel.getByRole('status')).getByText(/"Sun garden"/)).toBeVisible();
});

test('a listener that answers nothing is not waited for, and nothing is read beside one that answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { to, answer, unmount } = openEmpty();
  answer({ 'GET /app/project/:id/dataStorages/:storageId': () => aPage([record]) });
  await waitFor(() => expect(liveSubscriptions()).not.toHaveLength(0));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  const panel = within(await screen.findByRole('region', { name: 'At a glance' }));
  expect(await panel.findByText('Moon garden')).toBeVisible();
  expect(panel.getByRole('status', { name: 'LiveSync: offline' })).toBeVisible();
  await tell('s1', { id: 'r2', data: { data: { title: 'Sun garden' } } });
  expect(panel.getByRole('status', { name: 'LiveSync: live' })).toBeVisible();
  unmount();
  const reads = to('GET /app/project/:id/dataStorages/:storageId').length;
  localStorage.clear();
  openEmpty();
  await tell('s1');
  await steps();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(to('GET /app/project/:id/dataStorages/:storageId')).toHaveLength(reads);
});

test('the home opens also when neither LiveSync nor the server tells of records', async () => {
  await openSilent(() => Response.json({ success: false }, { status: 500 }), 'offline');
  const panel = within(await screen.findByRole('region', { name: 'At a glance' }));
  expect(await panel.findByText(/^The latest changes could not be loaded/)).toBeVisible();
});

test('storages that cannot be read say so in the place of the steps, and are not asked for without an end', async () => {
  signInAs({ role: 'admin' });
  const { to } = fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/project/:id/dataStorages': () => Response.json({ success: false }, { status: 403 }),
  });
  renderApp('/project/p1/home');
  const panel = within(await screen.findByRole('region', { name: 'At a glance' }));
  expect(await panel.findByText('The data storages could not be loaded.')).toBeVisible();
  const asked = to('GET /app/project/:id/dataStorages').length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(5);
});

test.each([
  ['manager', true, false],
  ['developer', false, true],
  ['user', false, true],
] as const)('a %s sees what the role may read', async (role, hasWeek, hasRecords) => {
  localStorage.setItem('startedProjects', 'p1');
  open(role);
  const panel = within(await screen.findByRole('region', { name: 'At a glance' }));
  expect(panel.queryByRole('region', { name: 'Last 7 days' }) !== null).toBe(hasWeek);
  expect(panel.queryByRole('region', { name: 'Latest changes' }) !== null).toBe(hasRecords);
});

test('the steps can be put away, and stay so', async () => {
  const { user } = openEmpty();
  await tell('s1');
  await user.click(within(await steps()).getByRole('button', { name: 'Hide these steps' }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  expect(localStorage.getItem('startedProjects')).toBe('p1');
});

test('who may make no key sees the steps without it, and who may write nothing sees none', async () => {
  const { unmount } = openEmpty('developer');
  await tell('s1');
  expect(within(await steps()).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull();
  unmount();
  openEmpty('user');
  await screen.findByRole('region', { name: 'Project details' });
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
});
