import { expect, test } from 'vitest';
import { Timestamp } from '../../../store/model/values.ts';
import { catalogueOf } from './catalogue.ts';
import { indexRecord } from './index-record.ts';

const firstSeen = Timestamp.fromMillis(1);
const named = <T>(count: number, value: (n: number) => T) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, value(n)]));

/** The catalogue of a storage with so many fields. */
function catalogue(fields: number) {
  const entries = Array.from({ length: fields }, (_, n) => [`f${n.toString(36)}`, { path: [`n${n}`], types: ['number'], firstSeen }]);
  return catalogueOf({ fields: Object.fromEntries(entries), profile: {} } as Parameters<typeof catalogueOf>[0]);
}

test.each([
  [300, 300],
  [301, -1],
])('an index has three hundred fields: of %i it is known as %i', (fields, known) => {
  expect(
    indexRecord(
      catalogue(fields),
      named(fields, (n) => n),
      {},
    ).known,
  ).toBe(known);
});

test.each([
  [100, 1],
  [101, -1],
])('an index has a hundred elements of a list: with %i it is known as %i', (elements, known) => {
  const list = Array.from({ length: elements }, (_, n) => n);
  expect(indexRecord(catalogue(1), { n0: list }, {}).known).toBe(known);
});

test.each([
  [700, 101],
  [880, -1],
])('a record has an index where both fit into a document: with a text of %i KiB it is known as %i', (kibibytes, known) => {
  const lists = named(100, () => Array.from({ length: 100 }, (_, n) => n));
  const fields = { ...lists, n100: 'x'.repeat(kibibytes * 1024) };
  expect(indexRecord(catalogue(101), fields, {}).known).toBe(known);
});
