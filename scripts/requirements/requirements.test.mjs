import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../suite/paths.mjs';
import { coveredIn } from './covered.mjs';
import { withTable } from './page.mjs';

test('the table of docs/requirements is current: npm run requirements writes it', () => {
  const page = readFileSync(join(root, 'docs/requirements/README.md'), 'utf8');
  expect(withTable(page)).toBe(page);
});

test.each([
  ['above a test', "// Covers S1-2.4-05, S2-2.q-10\ntest('a fact', () => {});"],
  ['above a row', "  // Covers S1-2.4-05, S2-2.q-10\n  {\n    name: 'a fact',"],
  ['at the end of a row', "  ['a fact', { name: 'x' }], // Covers S1-2.4-05, S2-2.q-10"],
  ['above a table', "// Covers S1-2.4-05, S2-2.q-10\ntest.each(['x'] as const)('a fact', () => {});"],
])('a comment %s is found with its title', (_, text) => {
  expect(coveredIn(text)).toEqual([
    { id: 'S1-2.4-05', title: 'a fact' },
    { id: 'S2-2.q-10', title: 'a fact' },
  ]);
});
