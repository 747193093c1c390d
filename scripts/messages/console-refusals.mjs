import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../suite/paths.mjs';

/** Functions and attributes that show a failure. */
const calls = new Set(['messageOf', 'setError', 'setFailure']);
const names = new Set(['failed', 'error', 'refused', 'problem']);

/** @returns {Map<string, string[]>} the keys of the console's texts that say why something failed, with the files that say them */
export function consoleRefusals() {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$|\/(?:texts|testing)\//.test(file));
  const places = new Map();
  for (const file of files.toSorted())
    for (const key of refusalKeysIn(readFileSync(join(root, file), 'utf8'))) places.set(key, [...(places.get(key) ?? []), file]);
  return places;
}

/** @returns {Set<string>} the keys that are given to what shows a failure */
export function refusalKeysIn(source) {
  const keys = new Set();
  walk(parseSync('file.tsx', source).program, false, keys);
  return keys;
}

function walk(node, isFailure, keys) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, isFailure, keys);
    return;
  }
  const shows = isFailure || showsFailure(node);
  if (shows && node.type === 'Literal' && /^[a-z]\w*(?:\.\w+)+$/.test(node.value)) keys.add(node.value);
  for (const part of Object.values(node)) walk(part, shows, keys);
}

function showsFailure(node) {
  if (node.type === 'JSXAttribute') return names.has(node.name.name);
  if (node.type === 'Property') return names.has(node.key.name);
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  return (
    calls.has(callee.name) || (callee.type === 'MemberExpression' && callee.object.name === 'toast' && callee.property.name === 'error')
  );
}
