import { limits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { keyOfName } from './key-of-name.ts';

test.each([
  ['Support Ticket', 'supporttickets'],
  ['Catégories', 'categories'],
  ['Orders', 'orders'],
  ['产品', ''],
])('%s has the key "%s"', (name, key) => {
  expect(keyOfName(name)).toBe(key);
});

test('the key of a long name keeps to the limit', () => {
  expect(keyOfName('x'.repeat(300)).length).toBeLessThanOrEqual(limits.storageKeyLength);
});
