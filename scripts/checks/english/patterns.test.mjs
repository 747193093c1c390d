import { expect, test } from 'vitest';
import { faultsOfEnglish, patterns } from './patterns.mjs';

test.each(patterns)('$pattern is found once, with its line', ({ sample, plain }) => {
  expect(faultsOfEnglish(`const a = 1;\n${sample}`)).toEqual([expect.objectContaining({ line: 2, plain })]);
});

test.each([
  '/** Reads what a plan allows. */',
  '// What is it?',
  'sometimes, too many',
  'not found, too-many-requests',
  'read({ rows, tooBroad })',
  'its own list',
  'const What = 1;',
  '/** Its name. */\n  name: string;',
])('%s is plain', (line) => {
  expect(faultsOfEnglish(line)).toEqual([]);
});
