import { expect, test } from 'vitest';
import { parseListQuery } from '../../domain/records/query/parse-query.ts';
import { notesOf } from './note-list.ts';

test('eight conditions of a list are noted', () => {
  const storage = { data: { fields: {}, profile: {} } } as Parameters<typeof notesOf>[0];
  const query = parseListQuery(Array.from({ length: 12 }, (_, n) => `f${n}=1`).join('&'));
  expect(notesOf(storage, { query, plan: 'walk' }).asks.match(/\? =/g)).toHaveLength(8);
});
