import { expect, test } from 'vitest';
import { parseListQuery } from '../../domain/records/query/parse-query.ts';
import { noteList } from './note-list.ts';

test('eight conditions of a list are noted', () => {
  const notes: { asks?: string } = {};
  const call = { req: { res: { locals: { notes } } }, storage: { data: { fields: {}, profile: {} } } } as unknown as Parameters<
    typeof noteList
  >[0];
  const query = parseListQuery(Array.from({ length: 12 }, (_, n) => `f${n}=1`).join('&'));
  noteList(call, { query, plan: 'walk' });
  expect(notes.asks?.match(/\? =/g)).toHaveLength(8);
});
