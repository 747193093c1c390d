import { messages, type StorageSchema } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { answer, list, loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const post = 'POST /app/project/p1/dataStorages/s1/item';
const added = ({ body }: { body: unknown }) => ({
  success: true,
  message: messages.recordAdded,
  data: { id: 'r3', ...(body as { data: object }).data },
});
const open = async (routes = {}) => {
  const view = openDataView({ [post]: added, ...routes });
  await screen.findByRole('gridcell', { name: 'Tea' });
  await view.user.click(screen.getByRole('button', { name: 'Add Record' }));
  return { ...view, form: within(await screen.findByRole('dialog', { name: 'Add Record' })) };
};
/** A storage whose fields are declared, with the same records. */
const declaredAs = (schema: Partial<StorageSchema>) => ({
  [list]: () => ({ ...answer(), schema: { version: 3, state: 'enforce' } }),
  'GET /app/project/p1/dataStorages/s1/schema': () => ({
    success: true,
    data: { version: 3, state: 'enforce', schema: { fields: {}, unique: [], closed: false, ...schema } },
  }),
});

test('the form has the fields of the other records, and sends those that were filled with their types', async () => {
  const { user, server, form } = await open();
  expect(form.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'title',
    'note',
    'sixty',
    'meta',
    'amount',
  ]);
  await user.type(form.getByLabelText('title'), '007');
  await user.type(form.getByLabelText('amount'), '4.5');
  await user.selectOptions(form.getByLabelText('paid'), 'false');
  await user.click(form.getByLabelText('meta'));
  await user.paste('{"a":[1]}');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(messages.recordAdded)).toBeVisible();
  expect(server.to(post).map(({ body }) => body)).toEqual([{ data: { title: '007', amount: 4.5, paid: false, meta: { a: [1] } } }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a text that is no value of its field is told there and sends nothing', async () => {
  const { user, server, form } = await open();
  await user.type(form.getByLabelText('amount'), '1,5');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(form.getByLabelText('amount')).toHaveAccessibleDescription('Enter a number.');
  expect(form.getByLabelText('amount')).toHaveFocus();
  expect(server.to(post)).toEqual([]);
  await user.clear(form.getByLabelText('amount'));
  await user.type(form.getByLabelText('amount'), '1.5');
  expect(form.queryByText('Enter a number.')).toBeNull();
});

test('fields with names of one’s own have a type each, and no name that the record has or the server keeps', async () => {
  const { user, server, form } = await open();
  await user.click(form.getByRole('button', { name: 'Add a field' }));
  const own = within(form.getByRole('group', { name: 'New field' }));
  await user.type(own.getByLabelText('Field name'), 'title');
  await user.selectOptions(own.getByLabelText('Type'), 'Number');
  await user.type(own.getByLabelText('Value'), '12');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(form.getByText('This record has a field of that name already.')).toBeVisible();
  await user.clear(form.getByLabelText('Field name'));
  await user.type(form.getByLabelText('Field name'), 'createdAt');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(form.getByText('This name is kept for the server.')).toBeVisible();
  expect(server.to(post)).toEqual([]);
  await user.clear(form.getByLabelText('Field name'));
  await user.type(form.getByLabelText('Field name'), 'stock');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({ data: { stock: 12 } });
});

test('in a field that has numbers and texts a number is one, and a code a text', async () => {
  const { user, server, form } = await open({
    [list]: () => ({ ...answer(), kinds: { title: ['string', 'number'], note: ['number', 'string'] } }),
  });
  await user.type(form.getByLabelText('title'), '38');
  await user.type(form.getByLabelText('note'), '038');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({ data: { title: 38, note: '038' } });
});

test('the server’s complaint about a field stands there, and another one above the form', async () => {
  let message = 'Enter less.';
  const { user, form } = await open({
    [post]: () => refuse('invalid-argument', message, message === 'Enter less.' ? [{ field: 'title', message }] : []),
  });
  await user.type(form.getByLabelText('title'), 'x');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(form.getByLabelText('title')).toHaveAccessibleDescription('Enter less.'));
  message = 'The storage is full.';
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(await form.findByText('The storage is full.')).toBeVisible();
});

test('lists of texts and of numbers are chips', async () => {
  const lists = rows.map((row) => ({ ...row, tags: ['a'], sizes: [1, 2] }));
  const { user, server, form } = await open({ [list]: () => ({ ...answer({ data: lists }), columns: ['id', 'title', 'tags', 'sizes'] }) });
  await user.type(form.getByLabelText('tags'), '007{Enter}new');
  await user.type(form.getByLabelText('sizes'), '4{Enter}5{Enter}');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({ data: { tags: ['007', 'new'], sizes: [4, 5] } });
});

test('a storage without records begins with a field of one’s own', async () => {
  const { user, server } = openDataView({ [post]: added, [list]: () => ({ ...answer({ data: [] }), columns: ['id'] }) });
  await user.click((await screen.findAllByRole('button', { name: 'Add Record' }))[0] as HTMLElement);
  const form = within(await screen.findByRole('dialog', { name: 'Add Record' }));
  expect(form.getByText(/no fields yet/)).toBeVisible();
  await waitFor(() => expect(form.getByLabelText('Field name')).toHaveFocus());
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(form.getByLabelText('Field name')).toHaveAccessibleDescription(/name/);
  expect(server.to(post)).toEqual([]);
  await user.type(form.getByLabelText('Field name'), 'city');
  await user.type(form.getByLabelText('Value'), 'Oslo');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({ data: { city: 'Oslo' } });
});

test('the field that an empty form begins with is no change that closing would lose', async () => {
  const { user } = openDataView({ [list]: () => ({ ...answer({ data: [] }), columns: ['id'] }) });
  await user.click((await screen.findAllByRole('button', { name: 'Add Record' }))[0] as HTMLElement);
  const form = await screen.findByRole('dialog', { name: 'Add Record' });
  await user.click(within(form).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('declared fields come first in their order; what only the server sets is not asked, and what is required is', async () => {
  const { user, server, form } = await open(
    declaredAs({
      fields: {
        price: { type: 'decimal', required: true },
        made: { type: 'date', default: '2026-01-01' },
        number: { type: 'integer', computed: 'counter' },
        state: { type: 'enum', values: ['new', 'sold'] },
        title: { type: 'text', readOnly: true },
      },
      closed: true,
    }),
  );
  expect([...document.querySelectorAll('[role=dialog] label')].map((label) => label.textContent)).toEqual([
    'price',
    'made',
    'state',
    'title',
  ]);
  expect(form.queryByRole('button', { name: 'Add a field' })).toBeNull();
  expect(form.getByLabelText('made')).toHaveAccessibleDescription('Left empty, it becomes 2026-01-01.');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(form.getByLabelText('price')).toHaveAccessibleDescription('This field is required.');
  await user.type(form.getByLabelText('price'), '12.50');
  await user.selectOptions(form.getByLabelText('state'), 'new');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({ data: { price: '12.50', state: 'new' } });
});

test('what a storage that warns says is shown after the record is stored', async () => {
  const { user, form } = await open({
    [post]: () => ({ success: true, data: rows[0], warnings: [{ field: 'title', message: 'title must be text.' }] }),
  });
  await user.type(form.getByLabelText('title'), 'x');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('The record is stored, but does not fit its fields: title must be text.')).toBeVisible();
});

test('a person who only reads is offered no form', async () => {
  openDataView({}, 'user');
  await screen.findByRole('gridcell', { name: 'Tea' });
  expect(screen.queryByRole('button', { name: 'Add Record' })).toBeNull();
});

test('a record is typed as JSON instead, begins with what the form has, and comes back to it', async () => {
  const { user, server, form } = await open();
  await user.type(form.getByLabelText('title'), 'Cup');
  await user.type(form.getByLabelText('amount'), '2');
  await user.click(form.getByRole('button', { name: 'As JSON' }));
  const json = form.getByLabelText('Record as JSON');
  expect(JSON.parse((json as HTMLTextAreaElement).value)).toEqual({ title: 'Cup', amount: 2 });
  await user.clear(json);
  await user.paste('{"title":"Jug","stock":3,"sizes":[1,2]}');
  await user.click(form.getByRole('button', { name: 'As form' }));
  expect(form.getByLabelText('title')).toHaveValue('Jug');
  expect(form.getByLabelText('amount')).toHaveValue('');
  expect(within(form.getByRole('group', { name: 'stock' })).getByLabelText('Value')).toHaveValue('3');
  await user.click(form.getByRole('button', { name: 'As JSON' }));
  await user.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(messages.recordAdded);
  expect(server.to(post)[0]?.body).toEqual({ data: { title: 'Jug', stock: 3, sizes: [1, 2] } });
});

test('a text that the form cannot read stays in it, and JSON that is no record is told at its field', async () => {
  const { user, server, form } = await open();
  await user.type(form.getByLabelText('amount'), '1,5');
  await user.click(form.getByRole('button', { name: 'As JSON' }));
  expect(form.getByLabelText('amount')).toHaveAccessibleDescription('Enter a number.');
  await user.clear(form.getByLabelText('amount'));
  await user.click(form.getByRole('button', { name: 'As JSON' }));
  const faults: [text: string, told: RegExp][] = [
    ['{"a":', /Enter valid JSON/],
    ['[1]', /Enter an object/],
    ['{"createdAt":1}', /createdAt: This name is kept for the server/],
  ];
  for (const [text, told] of faults) {
    await user.clear(form.getByLabelText('Record as JSON'));
    await user.click(form.getByLabelText('Record as JSON'));
    await user.paste(text);
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(form.getByLabelText('Record as JSON')).toHaveAccessibleDescription(told);
    await user.click(form.getByRole('button', { name: 'As form' }));
    expect(form.getByLabelText('Record as JSON')).toHaveAccessibleDescription(told);
  }
  expect(server.to(post)).toEqual([]);
});

test('the server’s complaints about fields stand at the JSON, each with its field', async () => {
  const { user, form } = await open({
    [post]: () => refuse('invalid-argument', 'No.', [{ field: 'title', message: 'Enter less.' }]),
  });
  await user.click(form.getByRole('button', { name: 'As JSON' }));
  await user.clear(form.getByLabelText('Record as JSON'));
  await user.click(form.getByLabelText('Record as JSON'));
  await user.paste('{"title":"x"}');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(form.getByLabelText('Record as JSON')).toHaveAccessibleDescription('title: Enter less.'));
});
