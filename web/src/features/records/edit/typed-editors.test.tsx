import type { SchemaField } from '@bedplate/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { answer, cell, item, list, loadDataView, openDataView, rowOf, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const put = `PUT ${item}`;
const other = 'GET /app/project/p1/dataStorages/s2';
const people = [
  { id: 'a1', name: 'Ada' },
  { id: 'b2', name: 'Bo' },
].map((person) => ({ ...person, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }));
const fields: Record<string, SchemaField> = {
  amount: { type: 'number' },
  title: { type: 'enum', values: ['Tea', 'Milk'] },
  note: { type: 'text', readOnly: true },
  tags: { type: 'list', of: 'number' },
  any: { type: 'list' },
  day: { type: 'date' },
  at: { type: 'dateTime', zone: 'UTC' },
  author: { type: 'reference', storage: 's2' },
};
const values = { note: 'Set once', tags: [1, 2], any: [5, '5', null], day: '2026-01-31', at: '2026-01-31T10:00:00Z', author: 'a1' };

function open() {
  return openDataView({
    [list]: () => ({
      ...answer({
        data: [
          { ...rows[0], ...values },
          { ...rows[1], tags: null, any: null, day: null, at: null, author: null },
        ],
      }),
      columns: ['id', 'title', 'amount', ...Object.keys(values), 'createdAt', 'updatedAt'],
      schema: { version: 1, state: 'enforce' },
    }),
    'GET /app/project/p1/dataStorages/s1/schema': () => ({
      success: true,
      data: { version: 1, state: 'enforce', schema: { fields, unique: [], closed: false } },
    }),
    [other]: ({ query }) => {
      const term = query.get('search') ?? '';
      return { ...answer({ data: people.filter(({ id, name }) => id === term || name.startsWith(term)) }), columns: ['id', 'name'] };
    },
    [put]: ({ body }) => ({ success: true, data: { ...rows[0], ...values, ...(body as { data: object }).data } }),
  });
}
type User = ReturnType<typeof open>['user'];
const edit = async (user: User, text: string) => {
  await user.click(await cell(text));
  await user.keyboard('{F2}');
};
const sent = (server: ReturnType<typeof open>['server']) => server.to(put).map(({ body }) => (body as { data: object }).data);

test('“1,5” over a number is told in its cell and stays there', async () => {
  const { user, server } = open();
  await edit(user, '3');
  const input = await screen.findByLabelText('amount, editing');
  await user.clear(input);
  await user.type(input, '1,5{Enter}');
  expect(screen.getByText('Enter a number.')).toBeVisible();
  expect(server.to(put)).toEqual([]);
  await user.clear(input);
  await user.type(input, '1.5{Enter}');
  await waitFor(() => expect(sent(server)).toEqual([{ amount: 1.5 }]));
});

test('an enum offers its values, and one that is set once is not edited', async () => {
  const { user, server } = open();
  await edit(user, 'Tea');
  const choice = await screen.findByLabelText('title, editing');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['NULL', 'Tea', 'Milk']);
  await user.selectOptions(choice, 'Milk');
  await waitFor(() => expect(sent(server)).toEqual([{ title: 'Milk' }]));
  await user.click(await cell('Set once'));
  await user.keyboard('{F2}');
  expect(screen.queryByLabelText('note, editing')).toBeNull();
});

test('the elements of a list are chips below its cell, each of its type', async () => {
  const { user, server } = open();
  await edit(user, '[1,2]');
  const input = await screen.findByRole('textbox', { name: 'tags' });
  await user.type(input, 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a number.')).toBeVisible();
  expect(input).toHaveValue('x');
  await user.clear(input);
  await user.type(input, '3{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove 1' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(server)).toEqual([{ tags: [2, 3] }]));
});

test('a list of anything is edited as JSON, which keeps its numbers apart from its texts', async () => {
  const { user, server } = open();
  await user.click((await rowOf('Tea')).getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  expect(form.getByLabelText('any')).toHaveValue('[5,"5",null]');
  fireEvent.change(form.getByLabelText('any'), { target: { value: '[5, "5", null, 7]' } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(server)).toMatchObject([{ any: [5, '5', null, 7] }]));
  expect(server.to(put)[0]?.body).toMatchObject({ typed: ['any'] });
});

test('a list of anything is typed in its cell by the keyboard alone', async () => {
  const { user, server } = open();
  await edit(user, '[5,"5",null]');
  const area = await screen.findByRole('textbox', { name: 'any' });
  await waitFor(() => expect(area).toHaveFocus());
  await user.clear(area);
  await user.keyboard('[[7]{Enter}');
  await waitFor(() => expect(sent(server)).toEqual([{ any: [7] }]));
});

test('the Enter that chooses a word of an input method does not end the editor below a cell', async () => {
  const { user, server } = open();
  await edit(user, '[1,2]');
  const input = await screen.findByRole('textbox', { name: 'tags' });
  await user.type(input, '3');
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  await user.type(input, '4{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(server)).toEqual([{ tags: [1, 2, 34] }]));
});

test('a reference is found by the texts of its record, and stored as its id', async () => {
  const { user, server } = open();
  await edit(user, 'a1');
  const input = await screen.findByRole('combobox', { name: 'author' });
  await waitFor(() => expect(input).toHaveValue('Ada'));
  await user.clear(input);
  await user.type(input, 'B');
  await user.click(await screen.findByRole('option', { name: /Bo/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(server)).toEqual([{ author: 'b2' }]));
});

test('Enter behind a text that no record found has saves nothing yet, and says so', async () => {
  const { user, server } = open();
  await edit(user, 'a1');
  const input = await screen.findByRole('combobox', { name: 'author' });
  await waitFor(() => expect(input).toHaveValue('Ada'));
  await user.clear(input);
  await user.type(input, 'Nobody{Enter}');
  await screen.findByText('No record with this ID, or it is deleted.');
  expect(sent(server)).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(server)).toEqual([{ author: 'Nobody' }]));
});

test('a click on Save behind such a text saves nothing yet either, in its cell and in the form', async () => {
  const { user, server } = open();
  await edit(user, 'a1');
  const input = await screen.findByRole('combobox', { name: 'author' });
  await waitFor(() => expect(input).toHaveValue('Ada'));
  await user.clear(input);
  await user.type(input, 'Nobody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('No record with this ID, or it is deleted.');
  expect(sent(server)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(server)).toEqual([{ author: 'Nobody' }]));
  await user.click((await rowOf('Tea')).getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  await user.clear(form.getByLabelText('author'));
  await user.type(form.getByLabelText('author'), 'Noone');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('No record with this ID, or it is deleted.');
  expect(sent(server)).toHaveLength(1);
  await user.type(form.getByLabelText('author'), '{Enter}');
  await waitFor(() => expect(sent(server)[1]).toMatchObject({ author: 'Noone' }));
});

test('Edit has an editor for each declared field and sends those that were changed', async () => {
  const { user, server } = open();
  await user.click((await rowOf('Tea')).getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  expect(form.getByLabelText('title')).toHaveValue('Tea');
  expect(form.getByLabelText('at')).toHaveValue('2026-01-31 10:00:00');
  await user.clear(form.getByLabelText('amount'));
  await user.type(form.getByLabelText('amount'), '1,5');
  await user.clear(form.getByLabelText('day'));
  await user.type(form.getByLabelText('day'), '2026-02-01');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter a number.')).toBeVisible();
  expect(server.to(put)).toEqual([]);
  await user.clear(form.getByLabelText('amount'));
  await user.type(form.getByLabelText('amount'), '15');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  expect(sent(server)[0]).toMatchObject({ amount: 15, day: '2026-02-01' });
  expect(sent(server)[0]).not.toHaveProperty('at');
});
