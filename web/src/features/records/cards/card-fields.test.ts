import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { cardFields } from './card-fields.ts';

const at = '2026-01-02T00:00:00.000Z';
const record = (values: object) => ({ id: 'r1', createdAt: at, updatedAt: at, ...values }) as DataRecord; // fields of any names

test('cards show the first values that tell records apart: no ids, times of the system, objects or empty fields', () => {
  const row = record({ userId: 'u1', meta: { a: 1 }, note: null, price: 3, title: 'Tea', sold: false, city: 'Oslo', color: 'red' });
  const names = ['id', 'userId', 'meta', 'note', 'price', 'title', 'sold', 'city', 'color', 'createdAt', 'updatedAt'];
  expect(cardFields(names, [row])).toEqual({ title: 'title', values: ['price', 'sold', 'city'], short: 3 });
});

test('a long value has a line of its own, below the short ones', () => {
  const names = ['name', 'email', 'city'];
  const row = record({ name: 'Keiko', email: 'keiko.almeida10@example.com', city: 'Tokyo' });
  expect(cardFields(names, [row])).toEqual({ title: 'name', values: ['city', 'email'], short: 1 });
});
