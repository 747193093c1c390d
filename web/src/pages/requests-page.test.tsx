import { furtherRefusals, type Grants, type RequestLine, type RequestPage } from '@bedplate/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const aLine = (change: Partial<RequestLine> = {}): RequestLine => ({
  id: '019df3c0-0000-7000-8000-000000000001',
  at: '2026-05-01T12:00:00.000Z',
  method: 'GET',
  route: '/{storageKey}/{storageId}',
  verb: 'read',
  storageId: 's1',
  key: 'k1',
  user: null,
  member: null,
  status: 200,
  code: null,
  refusedBy: null,
  ms: 12,
  reads: 21,
  writes: 0,
  deletes: 0,
  credits: 1,
  plan: null,
  asks: null,
  trace: null,
  rules: null,
  network: '203.0.113.0/24',
  n: 1,
  ...change,
});
const names = { keys: { k1: 'Shop page' }, storages: { s1: 'Orders' }, members: { m1: 'Ann' }, users: {} };
const aLog = (data: RequestLine[], change: Partial<RequestPage> = {}) => ({
  success: true,
  data,
  next: null,
  searchedTo: '2026-04-28T12:00:00.000Z',
  keptFrom: '2026-04-28T12:00:00.000Z',
  sampled: false,
  names,
  ...change,
});

function open(path: string, routes: Parameters<typeof fakeServer>[0]) {
  signInAs();
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    ...routes,
  });
  return { ...renderApp(path), server };
}

test('lines tell who called what, and their details how it was refused', async () => {
  const refused = aLine({
    id: 'r2',
    status: 429,
    code: 'too-many-requests',
    refusedBy: 'rate-of-key',
    at: '2026-05-01T12:00:01.000Z',
    trace: 'ab'.repeat(16),
  });
  const { user, address } = open('/project/p1/requests', { 'GET /app/project/:id/requests': () => aLog([refused, aLine()]) });
  const table = await screen.findByRole('table', { name: 'Requests' });
  const row = await within(table).findByRole('row', { name: /200 .*Orders Shop page 12 21 \/ 0/ });
  expect(row).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Details of request r2' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Calls a minute of the key')).toBeVisible();
  expect(within(dialog).getByText('203.0.113.0/24')).toBeVisible();
  await user.click(within(dialog).getByRole('link', { name: 'All calls of this trace' }));
  expect(address()).toBe(`/project/p1/requests?trace=${'ab'.repeat(16)}`);
});

test('what is asked for is in the address and in the call, and older lines follow on request', async () => {
  const { user, server, address } = open('/project/p1/requests?status=failed&id=r9', {
    'GET /app/project/:id/requests': ({ query }) =>
      query.get('after') ? aLog([aLine({ id: 'old', route: '/batch' })]) : aLog([aLine({ id: 'new' })], { next: 'chunk', sampled: true }),
  });
  expect(await screen.findByText(/some lines stand for several/)).toBeVisible();
  expect(Object.fromEntries(server.to('GET /app/project/:id/requests')[0]?.query ?? [])).toEqual({ status: 'failed', id: 'r9' });
  await user.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByText('GET /batch')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Details of request new' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Verb' }), 'create');
  expect(address()).toContain('verb=create');
});

test('days that are no range are told at their field, and not asked for', async () => {
  const { user, server } = open('/project/p1/requests?from=2026-05-01&to=2026-05-02', { 'GET /app/project/:id/requests': () => aLog([]) });
  const from = await screen.findByRole('textbox', { name: 'From' });
  await user.clear(from);
  await user.type(from, '05/03/2026');
  expect(from).toHaveAccessibleDescription('The end date must not be before the start date.');
  for (const { query } of server.to('GET /app/project/:id/requests')) expect((query.get('from') ?? '') <= `${query.get('to')}`).toBe(true);
});

test('what an address names wrongly is not asked for, so that the page has lines and no error', async () => {
  const wrong = `status=9xx&verb=push&from=2026-05-03&to=2026-05-01&search=${'a'.repeat(300)}`;
  const { server } = open(`/project/p1/requests?${wrong}`, { 'GET /app/project/:id/requests': () => aLog([aLine()]) });
  await screen.findByRole('button', { name: /^Details of request/ });
  expect(Object.fromEntries(server.to('GET /app/project/:id/requests')[0]?.query ?? [])).toEqual({
    from: '2026-05-03T00:00:00.000Z',
    search: 'a'.repeat(200),
  });
});

test('alike errors are one row that leads to the latest call', async () => {
  const group = { status: 404, code: 'not-found', refusedBy: null, route: '/x', verb: 'read', storageId: 's1', calls: 1200 };
  const { user, address } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => aLog([]),
    'GET /app/project/:id/requests/errors': () => ({
      success: true,
      data: {
        groups: [{ ...group, firstAt: '2026-05-01T10:00:00.000Z', lastAt: '2026-05-01T12:00:00.000Z', lastId: 'r7' }],
        searchedTo: '2026-04-28T12:00:00.000Z',
        sampled: false,
        names,
      },
    }),
  });
  await user.click(await screen.findByRole('tab', { name: 'Errors' }));
  const row = await screen.findByRole('row', { name: /1,200 404 not-found Read \/x Orders/ });
  await user.click(within(row).getByRole('link', { name: 'Details' }));
  expect(address()).toBe('/project/p1/requests?id=r7');
});

test('a dear list says what would help', async () => {
  open('/project/p1/requests?view=lists', {
    'GET /app/project/:id/requests/lists': () => ({
      success: true,
      data: {
        groups: [
          {
            storageId: 's1',
            plan: 'walk',
            asks: 'title ~, sort createdAt',
            calls: 3,
            ms: { p50: 700, p95: 900 },
            reads: { p50: 400, p95: 800, total: 1500 },
            advice: 'equals-filter',
            lastId: 'r1',
          },
        ],
        searchedTo: '2026-04-28T12:00:00.000Z',
        sampled: false,
        names,
      },
    }),
  });
  expect(await screen.findByText(/Add a filter with “=”/)).toBeVisible();
  expect(screen.getByText('400 / 800 / 1,500')).toBeVisible();
});

test('live shows new calls until it is switched off, keeps them then, and says when there are too many for a line each', async () => {
  let lines = [aLine({ id: 'first' })];
  const { user, server } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => aLog(lines),
    'POST /app/project/:id/requests/watch': () => ({ success: true, data: { until: new Date(Date.now() + 600_000).toISOString() } }),
  });
  await screen.findByRole('button', { name: 'Details of request first' });
  expect(screen.queryByText(/some lines stand for several/)).toBeNull();
  lines = [aLine({ id: 'second', at: '2026-05-01T12:00:05.000Z', n: 4 })];
  await user.click(screen.getByRole('switch', { name: 'Live' }));
  expect(await screen.findByRole('button', { name: 'Details of request second' })).toBeVisible();
  expect(screen.getByText(/some lines stand for several/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Details of request first' })).toBeVisible();
  lines = [aLine({ id: 'third', at: '2026-05-01T12:00:10.000Z' })];
  await user.click(screen.getByRole('switch', { name: 'Live' }));
  expect(server.to('POST /app/project/:id/requests/watch')).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Details of request third' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Details of request second' })).toBeVisible();
});

test('live says when more calls came at once than an answer holds', async () => {
  let found: object = aLog([aLine({ id: 'first' })]);
  const { user } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => found,
    'POST /app/project/:id/requests/watch': () => ({ success: true, data: { until: new Date(Date.now() + 600_000).toISOString() } }),
  });
  await screen.findByRole('button', { name: 'Details of request first' });
  await user.click(screen.getByRole('switch', { name: 'Live' }));
  const later = [aLine({ id: 'second', at: '2026-05-01T12:00:05.000Z' }), aLine({ id: 'first' })];
  found = { ...aLog(later), next: 'more' };
  expect(await screen.findByRole('button', { name: 'Details of request second' })).toBeVisible();
  expect(screen.queryByText(/some are left out here/)).toBeNull();
  found = { ...aLog([aLine({ id: 'last', at: '2026-05-01T12:00:15.000Z' })]), next: 'more' };
  expect(await screen.findByText(/some are left out here/)).toBeVisible();
});

test('a call that the settings of a storage refused tells what they stand for, and asks for no version', async () => {
  const settings = { read: 'own', write: 'none', holdsUsers: false } as const;
  const verdicts = [{ outcome: 'who' }, { outcome: 'owner' }] as const;
  const line = aLine({ id: 'r3', status: 404, code: 'not-found', rules: { version: 0, verb: 'read', record: 'rec1', verdicts, settings } });
  const { user } = open('/project/p1/requests', { 'GET /app/project/:id/requests': () => aLog([line]) });
  await user.click(await screen.findByRole('button', { name: 'Details of request r3' }));
  const why = within(await screen.findByRole('region', { name: 'Why?' }));
  expect(why.getByText(/access that the settings of the storage choose was asked to read the record rec1/)).toBeVisible();
  expect(why.getAllByRole('listitem')).toHaveLength(2);
  expect(why.getByText('Did not hold: the record belongs to somebody else.')).toBeVisible();
});

test('a call that access rules refused tells rule by rule why, and what would have passed', async () => {
  const line = aLine({
    id: 'r3',
    status: 404,
    code: 'not-found',
    rules: {
      version: 4,
      verb: 'read',
      record: 'rec1',
      verdicts: [{ outcome: 'owner' }, { outcome: 'condition', at: [0, 1] }, { outcome: 'missing', at: [0, 0] }],
    },
  });
  const grants: Grants = [
    { who: { owner: 'userId' }, verbs: ['read'] },
    {
      who: 'anyone',
      verbs: ['read'],
      if: [
        [
          { field: 'kind', op: '=', value: 'post' },
          { field: 'published', op: '=', value: true },
        ],
      ],
    },
    { who: 'signedIn', verbs: ['read'], if: [[{ field: 'team', op: '=', value: '@user.team' }]] },
  ];
  const { user } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => aLog([line]),
    'GET /app/project/p1/dataStorages/s1/access/versions/4': () => ({
      success: true,
      data: { version: 4, grants, savedAt: line.at, savedBy: 'Ada' },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Details of request r3' }));
  const why = within(await screen.findByRole('region', { name: 'Why?' }));
  expect(why.getByText('Version 4 of the access rules was asked to read the record rec1.')).toBeVisible();
  const rules = within(await why.findByRole('list', { name: 'Who may do what' })).getAllByRole('listitem');
  expect(rules.map((rule) => rule.lastChild?.textContent)).toEqual([
    'Did not hold: the record belongs to somebody else.',
    'Did not hold. It would, if published is true.',
    'Did not hold: the caller has no value for “team is team of the user”.',
  ]);
});

test('what a call did is looked at, taken back, and the undo taken back as well', async () => {
  const place = { storageId: 's1', storageKey: 'orders', storageName: 'Orders' };
  const aJob = (id: string, state: string, changed: number) => ({
    id,
    kind: 'undoChanges',
    state,
    field: null,
    seen: changed,
    changed,
    kept: 0,
    total: null,
    failure: null,
    createdAt: '2026-05-01T12:00:00.000Z',
    finishedAt: null,
    canUndo: true,
  });
  const conflicts = [
    { field: 'title', reason: 'changed', author: { kind: 'member', id: 'ann', name: 'Ann' } },
    { field: '#', reason: 'changed', author: { kind: 'key', id: 'k9' } },
  ];
  const sample = { id: 'o1', name: 'Oak Mug', existence: 'stays', fields: ['price'], conflicts };
  const { user, server } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => aLog([aLine({ id: 'r1', method: 'PUT', verb: 'update' })]),
    'POST /app/project/:id/undo': ({ body }) => {
      const order = body as { dryRun?: boolean; job?: string };
      if (order.dryRun) return { success: true, data: [{ ...place, records: 2, isExact: true, samples: [sample] }] };
      return { success: true, data: [{ ...place, job: order.job ? aJob('j2', 'done', 2) : aJob('j1', 'running', 0) }] };
    },
    'POST /app/project/:id/dataStorages/:storage/jobs/j1/run': () => ({ success: true, data: aJob('j1', 'done', 2) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Details of request r1' }));
  await user.click(screen.getByRole('button', { name: 'Undo what this call did' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo what this call did' }));
  expect(await dialog.findByText('2 records have changes')).toBeVisible();
  expect(dialog.getByText(/goes back: price/)).toBeVisible();
  expect(dialog.getByText('Oak Mug')).toBeVisible();
  expect(dialog.getByText('title stays: changed since by Ann.')).toBeVisible();
  expect(dialog.getByText('The record itself stays: changed since by an API key.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await dialog.findByText('Orders: 2 records are as they were before.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Take the undo back' }));
  expect(await dialog.findByText('Orders: 2 records are as they were before the undo.')).toBeVisible();
  expect(server.to('POST /app/project/:id/undo').map(({ body }) => body)).toEqual([
    { request: 'r1', dryRun: true },
    { request: 'r1' },
    { job: 'j1' },
  ]);
});

test('an undo stays done, and can be taken back again, where taking it back fails', async () => {
  const place = { storageId: 's1', storageKey: 'orders', storageName: 'Orders' };
  const job = { id: 'j1', kind: 'undoChanges', state: 'done', seen: 1, changed: 1, kept: 0, canUndo: true };
  const sample = { id: 'o1', existence: 'stays', fields: ['price'], conflicts: [] };
  let failures = 1;
  const { user, server } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => aLog([aLine({ id: 'r1', method: 'PUT', verb: 'update' })]),
    'POST /app/project/:id/undo': ({ body }) => {
      const order = body as { dryRun?: boolean; job?: string };
      if (order.dryRun) return { success: true, data: [{ ...place, records: 1, isExact: true, samples: [sample] }] };
      if (order.job && failures-- > 0) return refuse('conflict', 'Not now.');
      return { success: true, data: [{ ...place, job }] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Details of request r1' }));
  await user.click(screen.getByRole('button', { name: 'Undo what this call did' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo what this call did' }));
  await user.click(await dialog.findByRole('button', { name: 'Take back' }));
  await user.click(await dialog.findByRole('button', { name: 'Take the undo back' }));
  expect(await dialog.findByText('Not now.')).toBeVisible();
  expect(dialog.getByText('Orders: 1 record is as it was before.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Take back' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Take the undo back' }));
  expect(await dialog.findByText('Orders: 1 record is as it was before the undo.')).toBeVisible();
  expect(server.to('POST /app/project/:id/undo').map(({ body }) => body)).toEqual([
    { request: 'r1', dryRun: true },
    { request: 'r1' },
    { job: 'j1' },
    { job: 'j1' },
  ]);
});

test('where no storage keeps a history an undo says so, with the way there, and not that something failed', async () => {
  const { user } = open('/project/p1/requests', {
    'GET /app/project/:id/requests': () => aLog([aLine({ id: 'r1', method: 'PUT', verb: 'update' })]),
    'POST /app/project/:id/undo': () =>
      Response.json(
        {
          success: false,
          message: furtherRefusals.historyNowhere,
          error: { code: 'not-found', key: 'historyNowhere', requestId: 'req_test' },
        },
        { status: 404 },
      ),
  });
  await user.click(await screen.findByRole('button', { name: 'Details of request r1' }));
  await user.click(screen.getByRole('button', { name: 'Undo what this call did' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo what this call did' }));
  expect(await dialog.findByText(/^No storage of this project keeps a history\./)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Go to Data Storage' })).toHaveAttribute('href', '/project/p1/data-storage');
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a call that was made just now is looked for until its line is written', async () => {
  const id = `${Date.now()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
  const { server } = open(`/project/p1/requests?id=${id}`, { 'GET /app/project/:id/requests': () => aLog([]) });
  expect(await screen.findByText(/appears here within a minute\. This page looks again/)).toBeVisible();
  server.answer({
    'GET /app/project/:id/requests': () =>
      aLog([aLine({ id, key: null, member: 'm1', status: 409, route: '/app/project/{projectId}/undo' })]),
  });
  expect(await screen.findByText('Ann, in the console')).toBeVisible();
}, 60_000);
