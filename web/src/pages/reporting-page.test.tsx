import type { CallReport, CallSeries, Report, Role } from '@bedplate/contract';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { addDays, format } from 'date-fns';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { aPage, aProject } from '../testing/builders.ts';
import { isoDay, today } from '../lib/time/days.ts';
import { liveSubscriptions } from '../lib/live/live-registry.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';
import { ReportingPage } from './reporting-page.tsx';
import { noteServerTime, serverNow } from '../lib/time/clock.ts';

const report = 'GET /app/reporting';
const day = (back: number) => isoDay(addDays(today(), -back));
const typed = (back: number) => format(addDays(today(), -back), 'MM/dd/yyyy');

const data: Report = {
  from: '2026-01-01',
  to: '2026-01-02',
  users: [
    { id: 'a', name: 'A', role: 'user', is_active: true },
    { id: 'b', name: 'B', role: 'user', is_active: true },
    { id: 'c', name: 'C', role: 'user', is_active: false },
  ],
  storageMetrics: { totalStorageCount: 4 },
  raw: [{ storageId: 's1', storageName: 'Orders', total: 5, daily: [2, 3], storageData: { data: [] } }],
  apiUsageHistory: [
    { id: '1', userId: 'u1', usage: 7, createdAt: '2026-01-01T00:00:00.000Z' },
    { id: '2', userId: 'u1', usage: 9, createdAt: '2026-01-02T00:00:00.000Z' },
  ],
};

const aSeries = (change: Partial<CallSeries>): CallSeries => ({
  id: '',
  name: null,
  calls: [0, 0],
  errors: [0, 0],
  credits: [0, 0],
  p50: [null, null],
  p95: [null, null],
  whole: { calls: 0, errors: 0, credits: 0, p50: null, p95: null },
  ...change,
});
const noCalls: CallReport = {
  from: '2026-01-01',
  to: '2026-01-02',
  unit: 'day',
  times: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
  total: aSeries({}),
  groups: [],
};
const orders = aSeries({
  id: 's1',
  name: 'Orders',
  calls: [7, 1200],
  errors: [0, 3],
  p95: [null, 90],
  whole: { calls: 1207, errors: 3, credits: 1204, p50: 20, p95: 90 },
});
const calls: CallReport = { ...noCalls, total: { ...orders, id: '' }, groups: [orders] };

function open(role: Role = 'admin', routes: FakeRoutes = {}) {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/reporting/activity': () => aPage([]),
    'GET /app/reporting/calls': () => ({ success: true, data: noCalls }),
    [report]: () => ({ success: true, data, storageMetrics: data.storageMetrics }),
    ...routes,
  });
  return { ...server, ...renderApp('/project/p1/reporting') };
}

const numbersOf = async (title: string) =>
  within(await screen.findByRole('list', { name: `Numbers of ${title}` }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

// Covers S2-2.i-01, S2-2.i-02, S2-2.i-10
test.each(['admin', 'manager'] as const)('a %s sees the report and the activity table', async (role) => {
  open(role);
  expect(await screen.findByRole('heading', { name: 'Activity & Storage Overview' })).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Activity log' })).toBeVisible();
});

// Covers S2-2.i-03, S2-2.i-04, S2-2.i-05, S2-2.i-06
test('the charts tell users, totals, entries by day and calls by day', async () => {
  open();
  expect(await numbersOf('Active and inactive users')).toEqual(['Active: 2', 'Inactive: 1']);
  expect(await numbersOf('Storages and users')).toEqual(['Total storage: 4', 'Total users: 3']);
  expect(await numbersOf('Daily entries')).toEqual(['Orders, 01-01: 2', 'Orders, 01-02: 3']);
  expect(await numbersOf('API usage')).toEqual(['01-01: 7', '01-02: 9']);
});

// Covers S2-2.i-07, S2-2.i-08, S2-2.i-09, S2-4-11
test('the range is the last 7 days; Previous Week moves by its length, and back', async () => {
  const { user, to } = open();
  const asked = () => Object.fromEntries(to(report).at(-1)?.query ?? []);
  await waitFor(() => expect(asked()).toMatchObject({ projectId: 'p1', from: day(6), to: day(0) }));
  expect(screen.queryByRole('button', { name: 'Back to Current Week' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous Week' }));
  await waitFor(() => expect(asked()).toMatchObject({ from: day(13), to: day(7) }));
  await user.click(screen.getByRole('button', { name: 'Back to Current Week' }));
  await waitFor(() => expect(screen.getByLabelText('From')).toHaveValue(typed(6)));
  expect(screen.queryByRole('button', { name: 'Back to Current Week' })).toBeNull();
  await user.clear(screen.getByLabelText('From'));
  await user.type(screen.getByLabelText('From'), typed(2));
  await waitFor(() => expect(asked()).toMatchObject({ from: day(2), to: day(0) }));
});

// Covers S2-4-12, S2-5-13
test('from cannot pass to, and no day after today is taken', async () => {
  const { user, to } = open();
  await waitFor(() => expect(to(report)).toHaveLength(1));
  await user.clear(screen.getByLabelText('To'));
  await user.type(screen.getByLabelText('To'), typed(-1));
  await user.clear(screen.getByLabelText('From'));
  await user.type(screen.getByLabelText('From'), typed(-1));
  expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
  expect(to(report).every(({ query }) => (query.get('to') ?? '') <= day(0) && (query.get('from') ?? '') <= (query.get('to') ?? ''))).toBe(
    true,
  );
});

// Covers S2-2.i-07
test('a refused from is asked for as soon as to makes a range of the two', async () => {
  const { user, to } = open();
  await waitFor(() => expect(to(report)).toHaveLength(1));
  const write = async (label: string, back: number) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), typed(back));
  };
  await write('To', 4);
  await write('From', 3);
  expect(screen.getByLabelText('From')).toHaveAccessibleDescription('The end date must not be before the start date.');
  expect(to(report).at(-1)?.query.get('from')).toBe(day(6));
  await write('To', 1);
  await waitFor(() => expect(Object.fromEntries(to(report).at(-1)?.query ?? [])).toMatchObject({ from: day(3), to: day(1) }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.clear(screen.getByLabelText('To')); // the charts stay, and the field says so
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription('Choose a day.');
});

// Covers S2-8-27
test('a failed report says so', async () => {
  open('admin', { [report]: () => new Response('', { status: 500 }) });
  expect(await screen.findByText('Failed to fetch reporting data.')).toBeVisible();
});

// Covers S2-2.i-02
test.each(['developer', 'user'] as const)('a %s does not see it', async (role) => {
  const { address } = open(role);
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

const lost = ['/project/reporting', '/project//reporting', '/project//home', '/project//data-storage/s1/view'];

// Covers S2-8-26
test.each(lost)('%s has lost its project id and says so', async (path) => {
  signInAs();
  fakeServer({ 'GET /app/projects': () => aPage([]) });
  renderApp(path);
  expect(await screen.findByText('Project ID is missing in the URL.')).toBeVisible();
});

// Covers S2-8-26
test('without a project id in the address it says so and asks for nothing', async () => {
  signInAs();
  const { calls } = fakeServer({});
  render(
    <Providers>
      <MemoryRouter>
        <ReportingPage />
      </MemoryRouter>
    </Providers>,
  );
  expect(await screen.findByText('Project ID is missing in the URL.')).toBeVisible();
  expect(calls).toEqual([]);
});

const followed = () => liveSubscriptions().filter(({ query }) => query.path === 'storages/s1/records');

/** The listener tells of the newest record. */
async function tell(first: boolean, createdAt: number) {
  followed()[0]?.onSnapshot({ first, docs: [{ id: 'r1', data: { createdAt: { toMillis: () => createdAt } } }], changed: ['r1'] });
  await act(() => vi.advanceTimersByTimeAsync(600));
}

test('a record written to a storage of the report is counted without a reload', async () => {
  const { to } = open();
  await waitFor(() => expect(followed()).toHaveLength(1));
  expect(to(report)).toHaveLength(1);
  vi.useFakeTimers();
  await tell(true, Date.now() - 3_600_000); // the report has it
  expect(to(report)).toHaveLength(1);
  await tell(false, Date.now());
  expect(to(report)).toHaveLength(2);
  vi.setSystemTime(Date.now() - 3_600_000); // somebody sets the computer's clock
  await tell(false, Date.now()); // not before ten seconds after the last one
  expect(to(report)).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(to(report)).toHaveLength(3);
  vi.useRealTimers();
});

test('on a computer an hour ahead a record written while the listener starts is counted too', async () => {
  noteServerTime(Date.now() - 3_600_000);
  const { to } = open();
  await waitFor(() => expect(followed()).toHaveLength(1));
  vi.useFakeTimers();
  await tell(true, serverNow() - 1000);
  expect(to(report)).toHaveLength(2);
  vi.useRealTimers();
  noteServerTime(Date.now());
});

test('a manager, who may not follow records, listens to none', async () => {
  open('manager');
  await numbersOf('Daily entries');
  expect(followed()).toEqual([]);
});

test('a project without storages and people says what would be counted instead of drawing an empty chart', async () => {
  const nothing = { ...data, users: [], storageMetrics: { totalStorageCount: 0 }, raw: [] };
  open('admin', { [report]: () => ({ success: true, data: nothing, storageMetrics: nothing.storageMetrics }) });
  expect(await screen.findByText('Storages of the project and people who join it are counted here.')).toBeVisible();
});

test('of many storages the chart names the busiest and counts the others', async () => {
  const raw = Array.from({ length: 15 }, (_, n) => ({
    total: 0,
    storageData: { data: [] },
    storageId: `s${n}`,
    storageName: `Storage ${n}`,
    daily: [n + 1, 0],
  }));
  open('admin', { [report]: () => ({ success: true, data: { ...data, raw }, storageMetrics: data.storageMetrics }) });
  expect(await screen.findByText('7 other storages')).toBeVisible();
  expect(screen.getAllByText(/^Storage \d+$/)).toHaveLength(8);
});

test('calls are told over time by storage, key and verb, with errors and latencies', async () => {
  const { user, to } = open('admin', { 'GET /app/reporting/calls': () => ({ success: true, data: calls }) });
  expect(await numbersOf('Calls of this project')).toEqual(['Orders, 01-01: 7', 'Orders, 01-02: 1,200']);
  const table = screen.getByRole('table', { name: 'Calls of this project' });
  expect(within(table).getByRole('row', { name: 'Orders 1,207 3 20 ms 90 ms 1,204' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Show'), 'errors');
  expect(await numbersOf('Calls of this project')).toEqual(['Orders, 01-02: 3']);
  await user.selectOptions(screen.getByLabelText('Show'), 'p95');
  expect(await numbersOf('Calls of this project')).toEqual(['Orders, 01-02: 90']);
  await user.selectOptions(screen.getByLabelText('By'), 'verb');
  await waitFor(() => expect(to('GET /app/reporting/calls').at(-1)?.query.get('by')).toBe('verb'));
});

test('without calls the report says when they come, and one that cannot be loaded is asked for again', async () => {
  const { user, answer } = open('admin', { 'GET /app/reporting/calls': () => refuse('internal', 'Broken.') });
  await screen.findByText('The calls could not be loaded.');
  answer({ 'GET /app/reporting/calls': () => ({ success: true, data: noCalls }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No call in these days\./)).toBeVisible();
});
