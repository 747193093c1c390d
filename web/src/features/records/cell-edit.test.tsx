import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../testing/fake-server.ts';
import { answer, cell, item, list, loadDataView, openDataView, rows } from '../../testing/open-data-view.tsx';

vi.mock('./live-source.ts', () => import('../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

type User = ReturnType<typeof openDataView>['user'];
const put = `PUT ${item}`;
const saved = (fields: object) => ({ success: true, data: { ...rows[0], updatedAt: '2026-03-01T00:00:00.000Z', ...fields } });
const edit = async (user: User, text: string, field: string) => {
  await user.click(await cell(text));
  await user.keyboard('{F2}');
  return screen.findByLabelText(`${field}, editing`);
};

test('F2 edits a value in its cell, Enter stores that field alone with its type, and Undo takes it back', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  const input = await edit(user, '3', 'amount');
  await user.clear(input);
  await user.type(input, '7.5{Enter}');
  expect(await cell('7.5')).toBeVisible();
  expect(await screen.findByText('amount changed.')).toBeVisible();
  expect(server.to(put)[0]?.body).toEqual({ data: { amount: 7.5 }, ifUpdatedAt: rows[0]?.updatedAt });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('amount is as it was.')).toBeVisible();
  expect(server.to(put)[1]?.body).toEqual({ data: { amount: 3 }, ifUpdatedAt: '2026-03-01T00:00:00.000Z' });
  expect(await cell('3')).toBeVisible();
});

test("somebody else's change is not overwritten: the cell goes back and the page is read again", async () => {
  let data = rows as object[];
  const { user } = openDataView({
    [list]: () => answer({ data }),
    [put]: () => {
      data = [{ ...rows[0], title: 'Their tea' }, ...rows.slice(1)];
      return refuse('conflict', 'The record is not as it was.');
    },
  });
  const input = await edit(user, 'Tea', 'title');
  await user.clear(input);
  await user.type(input, 'My tea{Enter}');
  expect(await screen.findByText(/Somebody else has changed this record meanwhile/)).toBeVisible();
  expect(await cell('Their tea')).toBeVisible();
  expect(screen.queryByRole('gridcell', { name: 'My tea' })).toBeNull();
});

test('Escape and an unchanged text send nothing; no number is no amount', async () => {
  const { user, server } = openDataView({ [put]: () => saved({}) });
  const input = await edit(user, '3', 'amount');
  await user.clear(input);
  await user.type(input, 'many{Enter}');
  await waitFor(() => expect(input).toHaveAttribute('aria-invalid', 'true'));
  await user.keyboard('{Escape}');
  expect(await cell('3')).toBeVisible();
  await edit(user, 'Tea', 'title');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('title, editing')).toBeNull());
  expect(server.to(put)).toEqual([]);
});

test('yes or no is chosen, and the reader of a cell leads to its editor', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.dblClick(await cell('true'));
  await user.click(within(await screen.findByRole('dialog', { name: 'paid' })).getByRole('button', { name: 'Edit value' }));
  await user.selectOptions(await screen.findByLabelText('paid, editing'), 'false');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { paid: false } }));
});

test('ids and times are not edited, nor anything by a role that only reads', async () => {
  const { user } = openDataView({}, 'user');
  await user.click(await cell('Tea'));
  await user.keyboard('{F2}');
  expect(screen.queryByLabelText('title, editing')).toBeNull();
  await user.dblClick(await cell('Tea'));
  expect(within(await screen.findByRole('dialog', { name: 'title' })).queryByRole('button', { name: 'Edit value' })).toBeNull();
});
