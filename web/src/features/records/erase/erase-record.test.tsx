import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const path = `/app/project/p1/dataStorages/s1/item/${rows[0]?.id}`;

async function openHistory(erase: () => object, role: 'admin' | 'developer' = 'admin') {
  const history = () => ({ success: true, data: { days: 0, entries: [], next: null } });
  const view = openDataView({ [`GET ${path}/history`]: history, [`POST ${path}/erase`]: erase }, role);
  await screen.findByRole('gridcell', { name: 'Tea' });
  await view.user.click(within(screen.getByRole('row', { name: /Tea/ })).getByRole('button', { name: 'Edit' }));
  await view.user.click(await screen.findByRole('button', { name: 'History' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'History' })) };
}

async function confirm({ dialog, user }: Awaited<ReturnType<typeof openHistory>>) {
  await user.click(dialog.getByRole('button', { name: 'Erase for good' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Erase this record for good?' }));
  await user.click(asked.getByRole('button', { name: 'Erase' }));
}

test('an admin erases a record from its history, and the form of the record closes', async () => {
  const view = await openHistory(() => ({ success: true, data: { isDone: true } }));
  await confirm(view);
  expect(await screen.findByText('The record is erased.')).toBeVisible();
  expect(view.server.to(`POST ${path}/erase`).map(({ body }) => body)).toEqual([{}]);
  expect(screen.queryByRole('dialog', { name: 'Edit Item' })).toBeNull();
});

test('a refused erasure says why', async () => {
  await confirm(await openHistory(() => refuse('conflict', 'Another record refers to it.')));
  expect(await screen.findByText('Another record refers to it.')).toBeVisible();
});

test('a developer is offered no erasure', async () => {
  const { dialog } = await openHistory(() => refuse('permission-denied', 'Not for you.'), 'developer');
  expect(dialog.queryByRole('button', { name: 'Erase for good' })).toBeNull();
});
