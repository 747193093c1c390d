import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { shapesWith } from './column-shape.ts';

const row = (fields: Record<string, unknown>) => ({ id: 'r', createdAt: '', updatedAt: '', ...fields }) as unknown as DataRecord;

test('a page like the one before changes no column', () => {
  const first = shapesWith({}, ['title', 'amount'], [row({ title: 'Tea', amount: 3 })]);
  expect(first.amount?.numeric).toBe(true);
  expect(first.title?.numeric).toBe(false);
  expect(shapesWith(first, ['title', 'amount'], [row({ title: 'A much longer title than the first', amount: 12 })])).toBe(first);
  expect(shapesWith(first, ['title', 'amount'], [])).toBe(first);
});

test('a text among the numbers moves a column to the left and keeps its width', () => {
  const first = shapesWith({}, ['amount'], [row({ amount: 3 })]);
  const later = shapesWith(first, ['amount'], [row({ amount: 'three' }), row({ amount: 4 })]);
  expect(later.amount).toEqual({ width: first.amount?.width, numeric: false, nested: false });
});

// Covers S1-2.6-08
test('a column is nested as long as it shows nothing but objects and lists', () => {
  const first = shapesWith({}, ['address', 'note'], [row({ address: { city: 'Bern' }, note: null }), row({ address: [1] })]);
  expect(first.address?.nested).toBe(true);
  expect(first.note?.nested).toBe(false);
  expect(shapesWith(first, ['address'], [row({ address: 'Bern' })]).address?.nested).toBe(false);
});

// Covers S1-2.6-15
test('a text of fifty characters has room in its column', () => {
  const shapes = shapesWith({}, ['note'], [row({ note: 'n'.repeat(50) })]);
  expect(shapes.note?.width).toBeGreaterThanOrEqual(50 * 7 + 24);
});

test('a field that comes later gets a column, the others stay', () => {
  const first = shapesWith({}, ['title'], [row({ title: 'Tea' })]);
  const later = shapesWith(first, ['title', 'note'], [row({ title: 'Tea', note: 'n'.repeat(40) })]);
  expect(later.title).toBe(first.title);
  expect(later.note?.width).toBeGreaterThan(88);
});

test('a column that showed nothing gets the width of its first values, once', () => {
  const first = shapesWith({}, ['day'], [row({ day: null })]);
  expect(shapesWith(first, ['day'], [row({})])).toBe(first);
  const later = shapesWith(first, ['day'], [row({ day: '2026-03-29' })]);
  expect(later.day?.width).toBeGreaterThanOrEqual(Math.ceil(24 + 10 * 8.43));
  expect(shapesWith(later, ['day'], [row({ day: 'a day that is longer than dates are' })])).toBe(later);
});

test('a date has room: its hyphens are as wide as its figures', () => {
  const { width = 0 } = shapesWith({}, ['d'], [row({ d: '2026-03-29' })]).d ?? {};
  expect(width).toBeGreaterThanOrEqual(Math.ceil(24 + 84.3)); // as a browser draws it
});
