import { messages } from '@bedplate/contract';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { item, loadDataView, openDataView, rowOf, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const post = 'POST /app/project/p1/dataStorages/s1/item';

test('a copy has the values of its record with their types, also of fields that the form has not, and no file', async () => {
  const { user, server } = openDataView({
    [post]: () => ({ success: true, message: messages.recordAdded, data: { ...rows[0], id: 'r3' } }),
  });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const form = within(await screen.findByRole('dialog', { name: 'Duplicate Record' }));
  expect(form.getByText('Copied as they are: userId. Files stay with the record that they belong to.')).toBeVisible();
  await user.clear(form.getByLabelText('title'));
  await user.type(form.getByLabelText('title'), 'Green tea');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({
    data: { userId: 'u9', paid: true, title: 'Green tea', note: 'n'.repeat(61), sixty: 's'.repeat(60), meta: { a: 1 }, amount: 3 },
  });
});

test('a copy is not offered while changes of its record are typed', async () => {
  const { user } = openDataView({ [`PUT ${item}`]: () => ({ success: true, data: rows[0] }) });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.type(await screen.findByRole('textbox', { name: 'title' }), '!');
  expect(screen.getByRole('button', { name: 'Duplicate' })).toBeDisabled();
});
