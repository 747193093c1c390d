import type { Backup, BackupDetails, RecordJob } from '@bedplate/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject, aStorage } from '../testing/builders.ts';
import { fakeServer, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const aBackup = (change: Partial<Backup> = {}): Backup => ({
  id: 'b1',
  cause: 'nightly',
  state: 'ready',
  readTime: '2026-05-01T01:00:00.000Z',
  createdAt: '2026-05-01T01:00:00.000Z',
  finishedAt: '2026-05-01T01:00:05.000Z',
  expiresAt: '2026-05-08T01:00:00.000Z',
  madeBy: null,
  storages: 1,
  records: 1200,
  files: 3,
  bytes: 2048,
  currentAt: '2026-05-01T01:00:00.000Z',
  failure: null,
  damagedAt: null,
  reread: 0,
  ...change,
});
const details: BackupDetails = {
  ...aBackup(),
  contents: [
    { id: 's1', storageName: 'Orders', storageKey: 'orders', records: 1200, files: 3, bytes: 2048, isPresent: true, keepsHistory: false },
  ],
};
const aJob = (change: Partial<RecordJob>): RecordJob => ({
  id: 'j1',
  kind: 'restore',
  state: 'done',
  field: null,
  seen: 1200,
  changed: 0,
  kept: 0,
  total: 1200,
  failure: null,
  createdAt: '2026-05-01T12:00:00.000Z',
  finishedAt: null,
  canUndo: false,
  ...change,
});

function open(routes: Parameters<typeof fakeServer>[0]) {
  signInAs();
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    ...routes,
  });
  return { ...renderApp('/project/p1/backups'), server };
}

test.each([
  ['Being made', { state: 'running', failure: '14 UNAVAILABLE: read ECONNRESET' }, /goes on by itself/],
  [
    'Failed',
    { state: 'failed', finishedAt: null, failure: '14 UNAVAILABLE: read ECONNRESET' },
    /Back up now, or wait for the coming night/,
  ],
  ['Damaged', { damagedAt: '2026-05-02T01:00:00.000Z' }, /Restore another backup/],
  ['Complete', { reread: 1 }, /Read whole again/],
] as const)('a backup that is not as others are says what to do, and not how the server broke (%s)', async (label, change, advice) => {
  open({ 'GET /app/project/:id/backups': () => ({ success: true, data: [aBackup(change)] }) });
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.getByText(advice)).toBeVisible();
  expect(screen.queryByText(/ECONNRESET/)).toBeNull();
});

test('a backup is restored after a count, with a warning where nothing takes it back', async () => {
  let jobs = 0;
  const refused = [{ id: 'my-own', message: 'This id is already taken.', key: 'takenInTrash', values: { fields: 'id' } }];
  const started = { from: 's1', storageId: 's1', storageName: 'Orders', records: 1200, isNew: false, setup: [], gaps: [] };
  const { user, server } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [aBackup()] }),
    'GET /app/project/:id/backups/:backup': () => ({ success: true, data: details }),
    'POST /app/project/:id/backups/:backup/restore': () => ({ success: true, data: [{ ...started, jobId: `j${(jobs += 1)}` }] }),
    'POST /app/project/:id/dataStorages/:storage/jobs/:job/run': ({ path }) => ({
      success: true,
      data: path.includes('/j1/') ? aJob({ changed: 7, kept: 1 }) : aJob({ id: 'j2', changed: 7, kept: 1, refused, canUndo: true }),
    }),
    'POST /app/project/:id/undo': () => ({ success: true, data: [] }),
  });
  const table = await screen.findByRole('table', { name: 'Backups' });
  expect(await within(table).findByRole('row', { name: /Every night Complete 1 1,200 2 KB/ })).toBeVisible();
  expect(
    within(table)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['', '']); // icons, as in every table
  await user.click(screen.getByRole('button', { name: /^Restore the backup of/ }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/cannot be set back again/)).toBeVisible();
  await user.selectOptions(within(dialog).getByLabelText('Records'), 'exact');
  await user.click(within(dialog).getByRole('button', { name: 'Count first' }));
  expect(await within(dialog).findByText(/7 records would change\. 1 keeps a field/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  expect(await within(dialog).findByText(/Orders: 7 records are restored\. 1 is left alone/)).toBeVisible();
  expect(within(dialog).getByText('my-own').closest('li')).toHaveTextContent('my-own This id is already taken.');
  const orders = server.calls.filter(({ path }) => path.endsWith('/restore')).map(({ body }) => body);
  expect(orders).toMatchObject([
    { mode: 'exact', place: 'inPlace', dryRun: true },
    { mode: 'exact', dryRun: false },
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Undo the restore of Orders' }));
  expect(await screen.findByText(/There is nothing to take back/)).toBeVisible();
  expect(server.to('POST /app/project/p1/undo').map(({ body }) => body)).toEqual([{ job: 'j2', dryRun: true }]);
});

test('a restore that cannot go on says why while it tries again', async () => {
  const started = { from: 's1', storageId: 's1', storageName: 'Orders', records: 1200, isNew: false, setup: [], gaps: [], jobId: 'j1' };
  const failed = { failure: 'A part of this backup is damaged or missing.', failureText: { key: 'restoreDamaged' } };
  const { user } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [aBackup()] }),
    'GET /app/project/:id/backups/:backup': () => ({ success: true, data: details }),
    'POST /app/project/:id/backups/:backup/restore': () => ({ success: true, data: [started] }),
    'POST /app/project/:id/dataStorages/:storage/jobs/:job/run': () => ({ success: true, data: aJob({ state: 'running', ...failed }) }),
  });
  await user.click(await screen.findByRole('button', { name: /^Restore the backup of/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Count first' }));
  expect(await within(dialog).findByText(/The last try failed.*is damaged or missing/)).toBeVisible();
});

test('what comes back beside the records is asked for and told, and so is what does not', async () => {
  const gap = { field: 'endpoints', key: 'restoreReceiver', values: { address: 'https://a.example/hook' }, message: 'A new secret.' };
  const started = {
    from: 's1',
    storageId: 's1',
    storageName: 'Orders',
    records: 1200,
    isNew: false,
    setup: ['schema', 'access'],
    gaps: [gap],
  };
  const { user, server } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [aBackup()] }),
    'GET /app/project/:id/backups/:backup': () => ({ success: true, data: details }),
    'POST /app/project/:id/backups/:backup/restore': () => ({ success: true, data: [{ ...started, jobId: 'j1' }] }),
    'POST /app/project/:id/dataStorages/:storage/jobs/:job/run': () => ({ success: true, data: aJob({ changed: 0 }) }),
  });
  await user.click(await screen.findByRole('button', { name: /^Restore the backup of/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('switch', { name: /^Also settings, schema/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Count first' }));
  expect(await within(dialog).findByText(/With it come back: schema, access rules\./)).toBeVisible();
  expect(within(dialog).getByText('A new secret.')).toBeVisible();
  expect(within(dialog).queryByText('There is nothing to bring back.')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  expect(await within(dialog).findByText(/0 records are restored/)).toBeVisible();
  const orders = server.calls.filter(({ path }) => path.endsWith('/restore')).map(({ body }) => body);
  expect(orders).toMatchObject([
    { setup: true, dryRun: true },
    { setup: true, dryRun: false },
  ]);
});

test('of one storage some records are restored: by their ids, or those that a filter fits', async () => {
  const started = { from: 's1', storageId: 's1', storageName: 'Orders', records: 1200, isNew: false, setup: [], gaps: [] };
  const { user, server } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [aBackup()] }),
    'GET /app/project/:id/backups/:backup': () => ({ success: true, data: details }),
    'POST /app/project/:id/backups/:backup/restore': () => ({ success: true, data: [{ ...started, jobId: 'j1' }] }),
    'POST /app/project/:id/dataStorages/:storage/jobs/:job/run': () => ({ success: true, data: aJob({ changed: 2 }) }),
  });
  await user.click(await screen.findByRole('button', { name: /^Restore the backup of/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Records'), 'exact');
  await user.selectOptions(dialog.getByLabelText('Which records'), 'ids');
  expect(dialog.getByLabelText('Records')).toHaveValue('changed');
  expect(dialog.getByRole('button', { name: 'Count first' })).toBeDisabled();
  await user.type(dialog.getByLabelText(/^IDs/), 'a, b c');
  await user.click(dialog.getByRole('button', { name: 'Count first' }));
  await user.click(await dialog.findByRole('button', { name: 'Back' }));
  await user.selectOptions(dialog.getByLabelText('Which records'), 'where');
  await user.clear(dialog.getByLabelText(/^Filter/));
  await user.type(dialog.getByLabelText(/^Filter/), 'status=open');
  await user.click(dialog.getByRole('button', { name: 'Count first' }));
  expect(await dialog.findByText(/2 records would change/)).toBeVisible();
  const orders = server.calls.filter(({ path }) => path.endsWith('/restore')).map(({ body }) => body);
  const order = { place: 'inPlace', mode: 'changed', dryRun: true };
  expect(orders).toEqual([
    { ...order, ids: ['a', 'b', 'c'] },
    { ...order, where: 'status=open' },
  ]);
});

test('changes of one author in a span of time are looked at and taken back', async () => {
  const place = { storageId: 's1', storageName: 'Orders' };
  const plan = { records: 2, isExact: true, samples: [{ id: 'r1', existence: 'stays', fields: ['total'], conflicts: [] }] };
  const { user, server } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [] }),
    'GET /app/dataStorages/users': () => ({
      success: true,
      data: [aStorage({ id: 'u', projectId: 'p1', storageKey: 'users', storageName: 'Users', history: 7 })],
    }),
    'GET /app/project/:id/dataStorages/u': () => ({
      success: true,
      data: [
        { id: 'u7', username: 'ada' },
        { id: 'u8', email: 'b@c.de' },
      ],
    }),
    'POST /app/project/:id/undo': () => ({ success: true, data: [{ ...place, ...plan, job: aJob({ changed: 2 }) }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Undo changes …' }));
  const form = within(await screen.findByRole('dialog', { name: 'Undo changes' }));
  await user.selectOptions(form.getByLabelText('Whose changes'), 'user');
  await user.click(form.getByRole('button', { name: 'Look first' }));
  expect(form.getByText('Choose from the list, or enter an ID.')).toBeVisible();
  await user.type(form.getByLabelText('App user'), 'a');
  expect(await screen.findByRole('option', { name: /b@c\.de/ })).toBeVisible();
  await user.click(screen.getByRole('option', { name: /ada/ }));
  expect(form.getByLabelText('App user')).toHaveValue('ada');
  fireEvent.change(form.getByLabelText('Since'), { target: { value: '2026-05-01T10:00' } });
  fireEvent.change(form.getByLabelText('Until'), { target: { value: '2026-05-01T09:00' } });
  await user.click(form.getByRole('button', { name: 'Look first' }));
  expect(form.getByText('The end must not be before the beginning.')).toBeVisible();
  fireEvent.change(form.getByLabelText('Until'), { target: { value: '2026-05-01T11:00' } });
  await user.click(form.getByRole('button', { name: 'Look first' }));
  const look = within(await screen.findByRole('dialog', { name: 'Undo changes' }));
  expect(await look.findByText(/goes back: total/)).toBeVisible();
  await user.click(look.getByRole('button', { name: 'Take back' }));
  expect(await look.findByText('Orders: 2 records are as they were before.')).toBeVisible();
  const at = (hours: number, millis = 0) => new Date(new Date(2026, 4, 1, hours).getTime() + millis).toISOString();
  const span = { user: 'u7', from: at(10), until: at(11, 59_999) };
  expect(server.calls.filter(({ path }) => path.endsWith('/undo')).map(({ body }) => body)).toEqual([{ ...span, dryRun: true }, span]);
});

test('an undo of changes offers the storages that keep a history, and names the others', async () => {
  const storages = ([7, 0, 0, 0, 0] as const).map((history, at) =>
    aStorage({ id: `s${at}`, projectId: 'p1', storageName: `Storage ${at}`, history }),
  );
  const { user } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [] }),
    'GET /app/dataStorages/users': () => ({ success: true, data: storages }),
  });
  await user.click(await screen.findByRole('button', { name: 'Undo changes …' }));
  const form = within(await screen.findByRole('dialog', { name: 'Undo changes' }));
  expect(await form.findByRole('option', { name: 'Storage 0' })).toBeInTheDocument();
  const offered = within(form.getByLabelText('Storage')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['All that keep a history', 'Storage 0']);
  const left = 'Not here, as they keep no history: Storage 1, Storage 2, Storage 3, 1 more. The settings of a storage turn one on.';
  expect(form.getByText(left)).toBeVisible();
});

test('a member, a key or a webhook is chosen by name for an undo, and one who is gone by the id', async () => {
  const { user, server } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: [] }),
    'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage({ projectId: 'p1', history: 7 })] }),
    'GET /app/project/:id/undo/authors': () => ({
      success: true,
      data: {
        members: [
          { id: 'm1', name: 'Ann' },
          { id: 'm2', name: 'Bert' },
        ],
        keys: [
          { id: 'k0', name: '' },
          { id: 'k1', name: 'Shop' },
          { id: 'hook_e1', name: 'Orders, 2026-05-01' },
        ],
      },
    }),
    'POST /app/project/:id/undo': () => ({ success: true, data: [] }),
  });
  const askFor = async (whose: string, label: string, choose: (input: HTMLElement) => Promise<void>) => {
    await user.click(await screen.findByRole('button', { name: 'Undo changes …' }));
    const form = within(await screen.findByRole('dialog', { name: 'Undo changes' }));
    await user.selectOptions(form.getByLabelText('Whose changes'), whose);
    await choose(form.getByLabelText(label));
    await user.click(form.getByRole('button', { name: 'Look first' }));
    await screen.findByText(/There is nothing to take back/);
    await user.click(screen.getByRole('button', { name: 'Close' }));
  };
  await askFor('member', 'Member', async (input) => {
    await user.type(input, 'ber');
    await user.click(await screen.findByRole('option', { name: /Bert/ }));
  });
  await askFor('key', 'API key or inbound webhook', async (input) => {
    await user.click(input);
    await user.click(await screen.findByRole('option', { name: /Account’s keys/ }));
  });
  await askFor('key', 'API key or inbound webhook', async (input) => {
    await user.type(input, 'webhook');
    await user.click(await screen.findByRole('option', { name: /Inbound webhook of Orders, 2026-05-01/ }));
  });
  await askFor('key', 'API key or inbound webhook', (input) => user.type(input, ' gone '));
  const orders = server.to('POST /app/project/p1/undo').map(({ body }) => body as Record<string, unknown>);
  expect(orders.map(({ member, key }) => member ?? key)).toEqual(['m2', 'k0', 'hook_e1', 'gone']);
});

test('a backup is asked for, worked on while one waits, and there at last', async () => {
  let state: Backup['state'] | null = null;
  const { user } = open({
    'GET /app/project/:id/backups': () => ({ success: true, data: state === null ? [] : [aBackup({ state, madeBy: 'Ann' })] }),
    'POST /app/project/:id/backups': () => {
      state = 'running';
      return { success: true, data: aBackup({ state: 'running' }) };
    },
    'POST /app/project/:id/backups/:backup/run': () => {
      state = 'ready';
      return { success: true, data: aBackup() };
    },
  });
  expect(await screen.findByText('No backup yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText('Being made')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  expect(await screen.findByText('Complete')).toBeVisible();
});

test('backups that cannot be loaded are asked for again', async () => {
  const { user, server } = open({ 'GET /app/project/:id/backups': () => refuse('internal', 'Broken.') });
  await screen.findByText('The backups could not be loaded.');
  server.answer({ 'GET /app/project/:id/backups': () => ({ success: true, data: [aBackup()] }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Complete')).toBeVisible();
});
