import { expect, test } from 'vitest';
import { eventFields } from './event-fields.ts';

test.each([
  ['a dotted name is an object in an object', { 'a.b': 1, 'a.c.d': 2 }, { a: { b: 1, c: { d: 2 } } }],
  ['a dotted name goes into the object that is there', { a: { x: 1 }, 'a.b': 2 }, { a: { x: 1, b: 2 } }],
  ['a value in its way stays', { a: { b: 1 }, 'a.b': 2 }, { a: { b: 1 }, a_b: 2 }],
  ['a text in its way stays', { a: 'x', 'a.b': 2 }, { a: 'x', a_b: 2 }],
  ['a list in its way stays', { a: [1], 'a.b': 2 }, { a: [1], a_b: 2 }],
  ['nothing in its way stays', { a: null, 'a.b': 2 }, { a: null, a_b: 2 }],
  ['a name with an empty part is no path', { 'a..b': 1, '.c': 2, 'd.': 3 }, { a__b: 1, _c: 2, d_: 3 }],
  ['the server’s own names are no place', { 'id.x': 1 }, { id_x: 1 }],
  ['the server’s own names have another one', { id: 1, createdAt: 2 }, { senderId: 1, senderCreatedAt: 2 }],
  [
    'of two that would be one, both are kept',
    { senderId: 1, id: 2, a_b: 3, a: 4, 'a.b': 5 },
    { senderId: 1, senderId_: 2, a_b: 3, a: 4, a_b_: 5 },
  ],
])('%s', (_, event, fields) => {
  expect(eventFields(event)).toEqual(fields);
});

test.each([{ event: null }, { event: 'text' }, { event: [{ 'a.b': 1 }] }])('$event is left to be refused', ({ event }) => {
  expect(eventFields(event)).toBe(event);
});

test('an event with more fields than a record may have stays as it is, whatever their names', () => {
  const event = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, n) => [`a${n}.b`, n]));
  const [most, beyond] = [event(1_000), event(1_100)];
  expect(eventFields(most)).not.toBe(most);
  expect(eventFields(beyond)).toBe(beyond);
});
