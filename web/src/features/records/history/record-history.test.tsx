import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const id = String(rows[0]?.id);
const path = `/app/project/p1/dataStorages/s1/item/${id}`;
const entries = [
  {
    revision: 2,
    at: '2026-05-02T10:00:00.000Z',
    operation: 'update',
    author: { kind: 'key', id: 'k1', name: 'Shop' },
    changes: { title: { from: 'Coffee', to: 'Tea' }, price: { to: 4 }, password: {} },
  },
  {
    revision: 1,
    at: '2026-05-01T10:00:00.000Z',
    operation: 'create',
    author: { kind: 'member', id: 'u1', name: 'Ada' },
    changes: { title: { to: 'Coffee' } },
  },
];

const job = { id: 'j1', kind: 'undoChanges', state: 'done', changed: 1, kept: 0 };
const undo = 'POST /app/project/p1/undo';
const undone = (facts: object) => () => ({ success: true, data: [{ storageId: 's1', storageName: 'Teas', job: { ...job, ...facts } }] });

async function openHistory(answer: () => object, outcome = undone({})) {
  const view = openDataView({ [`GET ${path}/history`]: answer, [undo]: outcome });
  await screen.findByRole('gridcell', { name: 'Tea' });
  await view.user.click(within(screen.getByRole('row', { name: /Tea/ })).getByRole('button', { name: 'Edit' }));
  await view.user.click(await screen.findByRole('button', { name: 'History' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'History' })) };
}
const page = (facts: object) => () => ({
  success: true,
  data: { days: 30, entries, next: null, createdBy: { kind: 'member', id: 'u1', name: 'Ada' }, ...facts },
});

test('a record shows its changes with who made them, and a field is taken back', async () => {
  const { dialog, user, server } = await openHistory(page({}));
  const items = await dialog.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Changed.*Shop.*title.*Coffee → Tea.*Take back.*price 4.*Take back.*password changed$/),
    expect.stringMatching(/^Created.*Ada.*title.*Coffee.*Back to this moment$/),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Take the change of title back' }));
  expect(await screen.findByText('title is as it was before that change.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Take the change of price back' }));
  const since = { storageId: 's1', record: id, from: '2026-05-02T10:00:00.000Z' };
  await expect
    .poll(() => server.to(undo).map(({ body }) => body))
    .toEqual([
      { ...since, field: 'title' },
      { ...since, field: 'price' },
    ]);
});

test.each([
  [{ kind: 'appUser', id: 'ada', name: 'ada@example.org' }, 'by ada@example.org'],
  [{ kind: 'key', id: 'k0', name: '' }, 'by the account’s keys'],
  [{ kind: 'appUser', id: 'ada' }, 'by the app user ada'],
  [{ kind: 'key', id: 'hook_e1', name: 'Orders, 2026-05-01' }, 'by the inbound webhook of Orders, 2026-05-01'],
  [{ kind: 'key', id: 'hook_e1' }, 'by an inbound webhook that is deleted'],
  [{ kind: 'key', id: 'k1' }, 'by an API key'],
  [{ kind: 'member', id: 'trash' }, 'at the end of its days in the trash'],
  [{ kind: 'job', id: 'j1', startedBy: { kind: 'member', id: 'u1', name: 'Ada' } }, 'by Ada, in the job j1'],
])('an author like %j is told as "%s"', async (author, words) => {
  const { dialog } = await openHistory(page({ entries: [{ ...entries[0], author }] }));
  expect(await dialog.findByText(words)).toBeVisible();
});

test('a record without a history tells who made it', async () => {
  const { dialog } = await openHistory(page({ days: 0, entries: [] }));
  expect(await dialog.findByText(/^Created .*2026.* by Ada$/)).toBeVisible();
});

test('a field whose earlier value is not kept any more is said to stay', async () => {
  const { dialog, user } = await openHistory(page({}), undone({ changed: 0, kept: 1 }));
  await user.click(await dialog.findByRole('button', { name: 'Take the change of title back' }));
  expect(await screen.findByText(/^title stays as it is/)).toBeVisible();
});

test('a record goes back to a moment after a look at what that changes', async () => {
  const plan = { records: 1, isExact: true, samples: [{ id, existence: 'stays', fields: ['title'], conflicts: [] }] };
  const { dialog, user, server } = await openHistory(page({}), () => ({
    success: true,
    data: [{ storageId: 's1', storageName: 'Teas', ...plan, job }],
  }));
  await user.click(await dialog.findByRole('button', { name: /^Back to .*2026/ }));
  const look = within(await screen.findByRole('dialog', { name: /^Back to .*2026/ }));
  expect(await look.findByText(/goes back: title/)).toBeVisible();
  await user.click(look.getByRole('button', { name: 'Take back' }));
  expect(await look.findByText('Teas: 1 record is as it was before.')).toBeVisible();
  const since = { storageId: 's1', record: id, from: '2026-05-02T10:00:00.000Z' };
  expect(server.to(undo).map(({ body }) => body)).toEqual([{ ...since, dryRun: true }, since]);
});

test('a storage without a history says how it gets one, and a failure can be tried again', async () => {
  const { dialog } = await openHistory(page({ days: 0, entries: [] }));
  expect(await dialog.findByText(/This storage keeps no history\. Switch it on in its settings/)).toBeVisible();
});

test('a history that cannot be loaded can be tried again', async () => {
  const { dialog } = await openHistory(() => refuse('permission-denied', 'Not for you.'));
  expect(await dialog.findByText('The history could not be loaded.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
});

const url = 'https://files.test/v0/b/b/o/x?alt=media&token=t';
const aFile = (change: object) => ({
  name: 'plan.pdf',
  size: 2048,
  type: 'application/pdf',
  path: 'tenants/t/x',
  state: 'open',
  ...change,
});
const ofFile = (file: object) => page({ entries: [{ ...entries[0], changes: { plan: { from: url, fromFile: aFile(file) } } }] });

test('a file is told by its name and size, and opens', async () => {
  const { dialog } = await openHistory(ofFile({}));
  expect(await dialog.findByRole('link', { name: 'plan.pdf' })).toHaveAttribute('href', url);
  expect(dialog.getByRole('deletion')).toHaveTextContent('plan.pdf (2 KB)');
});

test('a file that only the history keeps comes by a call, and a failure is told', async () => {
  const { dialog, user, server } = await openHistory(ofFile({ state: 'kept' }));
  server.answer({ [`GET ${path}/history/file`]: () => refuse('not-found', 'The file is gone.') });
  await user.click(await dialog.findByRole('button', { name: 'plan.pdf' }));
  expect(await screen.findByText('The file is gone.')).toBeVisible();
  expect(server.to(`GET ${path}/history/file`).map(({ query }) => query.get('path'))).toEqual(['tenants/t/x']);
});

test('a file that is not kept any more has neither a name nor an address', async () => {
  const { dialog } = await openHistory(ofFile({ state: 'gone', name: null, size: null }));
  expect(await dialog.findByText('a file that is not kept any more')).toBeVisible();
  expect(dialog.queryByText(/files\.test/)).toBeNull();
});
