import type { SchemaField, ShownSchemaState } from '@bedplate/contract';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { onAPhone } from '../../../testing/on-a-phone.ts';
import { answer, cell, item, list, loadDataView, openDataView, rowOf } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const put = `PUT ${item}`;
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const wrong = { id: 'r1', title: 'Tea', code: 'xyz', price: '1,5', stock: null, city: null, extra: 'more', ...times };
const right = { id: 'r2', title: 'Milk', code: 'ab-1', price: 2, stock: 3, city: 'Bonn', extra: null, ...times };
const fields: Record<string, SchemaField> = {
  title: { type: 'text', description: 'As on the label' },
  code: { type: 'text', pattern: '[a-z]+-(?P<nr>[0-9])' },
  price: { type: 'number' },
  /** Of exact numbers a plain one only waits for the job that writes it as one. */
  stock: { type: 'integer' },
  city: { type: 'text', required: true },
};

function open(state: ShownSchemaState = 'warn') {
  return openDataView({
    [list]: () => ({
      ...answer({ data: [wrong, right] }),
      columns: ['id', 'title', 'code', 'price', 'stock', 'city', 'extra', 'createdAt', 'updatedAt'],
      schema: { version: 1, state },
    }),
    'GET /app/project/p1/dataStorages/s1/schema': () => ({
      success: true,
      data: { version: 1, state, schema: { fields, unique: [], closed: true } },
    }),
    [put]: ({ body }) => ({ success: true, data: { ...wrong, ...(body as { data: object }).data } }),
  });
}

test.each(['warn', 'arming', 'enforce'] as const)(
  'a cell whose value does not fit is marked and says why, in the state %s',
  async (state) => {
    open(state);
    const price = await cell('1,5. price must be a number.');
    expect(price.querySelector('svg')).toBeVisible();
    expect(price).toHaveAttribute('title', '1,5\nprice must be a number.');
    expect(await cell('NULL. city is required.')).toBeVisible();
    expect(await cell('more. extra is not a field of this storage.')).toBeVisible();
    expect(await cell('xyz. code must match [a-z]+-(?P<nr>[0-9]).')).toBeVisible();
    const fitting = await rowOf('Milk');
    expect(fitting.getAllByRole('gridcell').filter(({ className }) => className.includes('fault'))).toEqual([]);
  },
);

test('while a storage learns nothing is marked', async () => {
  open('learn');
  expect((await cell('1,5')).className).not.toContain('fault');
  expect(screen.queryByText(/must be a number/)).toBeNull();
});

test('the reader of a cell says why its value does not fit', async () => {
  const { user } = open();
  await user.dblClick(await cell('1,5. price must be a number.'));
  expect(within(await screen.findByRole('dialog', { name: 'price' })).getByRole('alert')).toHaveTextContent('price must be a number.');
});

test('a record’s form says it at the field until another value is typed', async () => {
  const { user } = open();
  await cell('1,5. price must be a number.');
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  const price = await form.findByLabelText('price');
  expect(price).toHaveAccessibleDescription('price must be a number.');
  expect(form.getByLabelText('title')).toHaveAccessibleDescription('As on the label');
  await user.clear(price);
  await user.type(price, '1.5');
  expect(price).not.toHaveAccessibleDescription();
});

test('the mark goes with the value that did not fit', async () => {
  const { user } = open();
  await user.click(await cell('1,5. price must be a number.'));
  await user.keyboard('{F2}');
  const input = await screen.findByLabelText('price, editing');
  await user.clear(input);
  await user.type(input, '7{Enter}');
  expect((await cell('7')).className).not.toContain('fault');
});

test('on a phone the card of a record lists what does not fit', async () => {
  onAPhone();
  open();
  const card = within(await screen.findByRole('listitem', { name: 'Tea' }));
  const faults = within(await card.findByRole('list', { name: 'Values that do not fit' })).getAllByRole('listitem');
  expect(faults.map(({ textContent }) => textContent)).toEqual([
    'code must match [a-z]+-(?P<nr>[0-9]).',
    'price must be a number.',
    'city is required.',
    'extra is not a field of this storage.',
  ]);
  expect(within(screen.getByRole('listitem', { name: 'Milk' })).queryByRole('list', { name: 'Values that do not fit' })).toBeNull();
});
