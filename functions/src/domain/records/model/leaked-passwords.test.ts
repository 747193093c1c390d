import { expect, test } from 'vitest';
import { isLeakedPassword } from './leaked-passwords.ts';

/** From the first of the list to its end. */
const leaked = ['123456', 'lozowski', 'vjht123jltccf', 'dominic1', 'x-rated9437', 'woodroad7', 'vjht0409', 'vjht01'];

test.each(leaked)('%s was leaked', (password) => {
  expect(isLeakedPassword(password)).toBe(true);
});

test('of passwords that were not leaked, hardly one in 65,536 is taken for one', () => {
  const others = Array.from({ length: 300_000 }, (_, number) => `no one has ${number * 7919} of these`);
  expect(others.filter(isLeakedPassword).length).toBeLessThan(20); // 4.6 are expected, and 20 would be a fault
});
