import { expect, test } from 'vitest';
import { withSecond } from './narrow-columns.ts';

test('the field that names a record follows its id, before the ids of others', () => {
  expect(withSecond(['id', 'userId', 'price', 'title'], 'title')).toEqual(['id', 'title', 'userId', 'price']);
  expect(withSecond(['id', 'price'], null)).toEqual(['id', 'price']);
});
