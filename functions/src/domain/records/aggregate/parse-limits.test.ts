import { expect, test } from 'vitest';
import { parseRank } from '../query/parse-rank.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { parseAggregateQuery } from './aggregate-query.ts';

const isField = () => false;
const names = (count: number, write: (n: number) => string) => Array.from({ length: count }, (_, n) => write(n)).join(',');

test('ten operations are worked out at once, by two names', () => {
  expect(parseAggregateQuery(`op=${names(10, (n) => `sum:f${n}`)}&groupBy=a,b`, isField).operations).toHaveLength(10);
  expect(() => parseAggregateQuery(`op=${names(11, (n) => `sum:f${n}`)}`, isField)).toThrow('at most 10 operations');
  expect(() => parseAggregateQuery('groupBy=a,b,c', isField)).toThrow('at most 2 names');
});

test('twenty fields have a weight in a rank', () => {
  const rank = (count: number) => parseRank(`relevance(${names(count, (n) => `f${n}^2`)})`);
  expect(rank(20).weights).toHaveLength(20);
  expect(() => rank(21)).toThrow('20');
});

test('a value that a list is asked for has 1,500 characters', () => {
  const filters = (characters: number) => parseListQuery(`title=${'x'.repeat(characters)}`).filters;
  expect(filters(1_500)).toHaveLength(1);
  expect(() => filters(1_501)).toThrow('1500');
});
