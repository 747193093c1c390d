import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from './kinds.mjs';
import { readFiles } from './read-files.mjs';

/**
 * Holds the imports of a repository against rules.
 * @param {string} root its absolute path
 * @param {object[]} rules as in `rules.mjs`
 * @returns {{ rule: object, faults: string[] }[]} one entry for each rule
 */
export function checkImports(root, rules) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = readFiles(root, [...workspaces, 'scripts']);
  return rules.map((rule) => ({ rule, faults: [...new Set(kinds[rule.kind](rule, files, workspaces))] }));
}
