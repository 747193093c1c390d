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
    author: { kind: 'key', id: 'k1' },
    authorName: 'Shop',
    changes: { title: { from: 'Coffee', to: 'Tea' }, password: {} },
  },
  {
    revision: 1,
    at: '2026-05-01T10:00:00.000Z',
    operation: 'create',
    author: { kind: 'member', id: 'u1' },
    authorName: 'Ada',
    changes: { title: { to: 'Coffee' } },
  },
];

async function openHistory(answer: () => object) {
  const view = openDataView({ [`GET ${path}/history`]: answer, [`PUT ${path}`]: () => ({ success: true, data: rows[0] }) });
  await screen.findByRole('gridcell', { name: 'Tea' });
  await view.user.click(within(screen.getByRole('row', { name: /Tea/ })).getByRole('button', { name: 'Edit' }));
  await view.user.click(await screen.findByRole('button', { name: 'History' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'History' })) };
}
const page = (facts: object) => () => ({ success: true, data: { days: 30, entries, next: null, ...facts } });

test('a record shows its changes with who made them, and a field is taken back', async () => {
  const { dialog, user, server } = await openHistory(page({}));
  const items = await dialog.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Changed.*Shop.*title.*Coffee → Tea.*Take back.*password changed$/),
    expect.stringMatching(/^Created.*Ada.*title.*Coffee$/),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Take the change of title back' }));
  expect(await screen.findByText('title is as it was before that change.')).toBeVisible();
  expect(server.to(`PUT ${path}`).map(({ body }) => body)).toEqual([{ data: { title: 'Coffee' } }]);
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
