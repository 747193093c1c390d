import { expect, expectTypeOf, test } from 'vitest';
import { applyChange, type Listed } from './events.ts';

const item = (id: string, createdAt: string, title = '') => ({ id, createdAt, title });
const list = [item('a', '2024-05-03T00:00:00.000Z'), item('b', '2024-05-01T00:00:00.000Z')];

// Covers S0-4-34
test('a create or update event with a known id replaces that item and adds none', () => {
  for (const type of ['create', 'update'] as const) {
    const after = applyChange(list, { type, id: 'b', record: item('b', '2024-05-01T00:00:00.000Z', 'new') });
    expect(after.map((i) => [i.id, i.title])).toEqual([
      ['a', ''],
      ['b', 'new'],
    ]);
  }
});

// Covers S0-4-35
test('a new id is added and the list sorted by createdAt, newest first', () => {
  const after = applyChange(list, { type: 'create', id: 'c', record: item('c', '2024-05-02T00:00:00.000Z') });
  expect(after.map((i) => i.id)).toEqual(['a', 'c', 'b']);
  const restored = applyChange(list, { type: 'update', id: 'c', record: item('c', '2024-05-04T00:00:00.000Z') });
  expect(restored.map((i) => i.id)).toEqual(['c', 'a', 'b']);
});

// Covers S0-4-36
test('a delete event removes the item with that id', () => {
  expect(applyChange(list, { type: 'delete', id: 'a' }).map((i) => i.id)).toEqual(['b']);
});

test('an event that changes nothing gives the same list', () => {
  expect(applyChange(list, { type: 'delete', id: 'x' })).toBe(list);
  expect(applyChange(list, { type: 'gap' })).toBe(list);
});

test('a list that may be changed stays one in its type, as a state of React needs it', () => {
  const mutable: Listed[] = [...list];
  expectTypeOf(applyChange(mutable, { type: 'gap' })).toEqualTypeOf<Listed[]>();
  expectTypeOf(applyChange(mutable as readonly Listed[], { type: 'gap' })).toEqualTypeOf<readonly Listed[]>();
});
